import { unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { zoneAtNoon } from '@cuida/core/kit/test-zone.ts'
import { beforeEach } from 'vitest'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
  productFor,
  type TestPatient,
} from '../test-people.ts'
import { offerFreedTimes } from './waitlist-offers.ts'
import { findEntries } from './waitlist-store.ts'

/**
 * A clinic at daytime with two processes. Eva holds the first time of a clinician, so that it can be released to
 * waiting patients.
 */
export class WaitlistContext {
  readonly context: TestContext
  readonly other: TestContext
  readonly product: Product
  clinicianId = ''
  eva!: TestPatient
  evasKey = ''
  held = { startTime: '', endTime: '' }

  private constructor(context: TestContext, other: TestContext, product: Product) {
    this.context = context
    this.other = other
    this.product = product
  }
  /** For one test file; call `anew` before each test. */
  static async open(): Promise<WaitlistContext> {
    const context = await createTestContext()
    const other = closeAfterTests(await createSecondProcess(context))
    // Offers are not sent at night, and tests run at any hour.
    for (const { services } of [context, other]) Object.assign(services.config, { timeZone: zoneAtNoon() })
    const it = new WaitlistContext(context, other, await productFor(context, 'scheduled'))
    beforeEach(it.anew)
    return it
  }
  /** Empties the waitlist and lets Eva hold the first time of a new clinician. */
  anew = async () => {
    const { context, product } = this
    await context.db`delete from waitlist_entry`
    await context.db`update slot_hold set state = 'released', expires_at = null where state = 'held'`
    const id = await newClinician(context, product)
    this.clinicianId = id
    // Today and tomorrow are closed, so that the first time is earlier than all free ones and never too close to be
    // offered.
    await context.db`
      insert into clinician_exception (clinician_id, day)
      select ${id}, (clock_timestamp() at time zone 'utc')::date + n from generate_series(0, 1) n`
    this.eva = await newPatient(context)
    this.evasKey = await newCart(context, this.eva, product)
    this.held = await this.timeAt(0)
    await lockTestSlot(context, this.eva, { id, productId: product.id, sessionKey: this.evasKey, ...this.held })
  }

  timeAt = async (index: number) => {
    const time = (await listOfferedTimes(this.context, this.clinicianId, this.product))[index]
    if (!time) throw new Error('the clinician has no free slot')
    return time
  }
  join = (patient: TestPatient, more = {}) =>
    this.context.sendCall(
      joinWaitlist,
      { productId: this.product.id, clinicianId: this.clinicianId, ...more },
      tokenOf(patient),
    )
  /** Bypasses the answer cache. */
  entryOf = async ({ accountId }: TestPatient) => (await findEntries(this.context.db, accountId))[0]
  stateOf = async (patient: TestPatient) => (await this.entryOf(patient))?.state
  idOf = async (patient: TestPatient) => (await this.entryOf(patient))?.id ?? ''
  free = () => this.context.sendCall(unlockSlot, { id: this.clinicianId, sessionKey: this.evasKey }, tokenOf(this.eva))
  runJob = () => offerFreedTimes(this.context.services)
  runOut = (patient: TestPatient) => this.context.db`
    update slot_hold set expires_at = clock_timestamp()
    where state = 'held' and cart_id in (select id from cart where account_id = ${patient.accountId})`

  waiting = async (count: number): Promise<TestPatient[]> => {
    const line: TestPatient[] = []
    for (let index = 0; index < count; index++) line.push(await newPatient(this.context))
    for (const each of line) await this.join(each)
    return line
  }
  one = async () => (await this.waiting(1))[0] as TestPatient
  two = async () => (await this.waiting(2)) as [TestPatient, TestPatient]
}

export const tokenOf = ({ token }: TestPatient) => ({ token })
