import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/http/refusal.ts'
import { countUses, restoreUses, type Use } from '../../kit/limit/rate-limit.ts'
import { hasProofOfWork, proofOfWorkRefusal, withProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { isPassword } from '../passwords.ts'
import {
  clientAddressOf,
  TRY_BITS,
  WRONG_PASSWORDS_OF_ACCOUNT,
  WRONG_PASSWORDS_OF_DEVICE,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '../rate-limits.ts'
import { knownDevice, triesOf } from '../session/known-device.ts'
import { insertFailure, originOf } from '../session/origin-store.ts'

interface Line {
  last: Promise<unknown>
  length: number
}

const IN_LINE = 50
const lines = new Map<string, Line>()

/** Runs the work of one key one after the other, in this process; 503 when too much of it waits already. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= IN_LINE) throw new Refusal('UNAVAILABLE', 503, { retryAfter: 2 })
  lines.set(key, line)
  line.length++
  const mine = line.last.then(work)
  line.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    line.length--
    if (line.length === 0) lines.delete(key)
  }
}

type Needs = Pick<Services, 'db' | 'env' | 'secrets' | 'now'>

interface Try {
  /** What was typed as the account's name: one that does not exist is slowed down like one that does. */
  name: string
  password: string
  owner: { id: string; passwordHash: string | null } | undefined
}

export interface RightPassword {
  /**
   * Guessed at, and by a stranger who worked for this try: a password alone is then no proof. Work is cheap for who has
   * machines, so what bounds guessing is that a right guess still owes a factor.
   */
  isWary: boolean
}

/**
 * Whether the password is the owner's. Each try is counted before it is looked at, and taken back when it was right;
 * tries at one name wait for each other, so that good ones in parallel do not count as bad.
 *
 * The owner on a device of theirs has tries of their own, which nobody else can spend or stand in the way of. Strangers
 * share the account's and their source's; where those are spent, work buys one (decision 0176). Each of the
 * three ways waits in a line of its own.
 */
export async function tryPassword(
  needs: Needs,
  request: FastifyRequest,
  given: Try,
): Promise<RightPassword | undefined> {
  const device = await knownDevice(needs, request, given.owner?.id)
  const ofDevice =
    device && given.owner ? await fromDevice(needs, request, given, triesOf(given.owner.id, device)) : 'over'
  if (ofDevice !== 'over') return ofDevice ? { isWary: false } : undefined
  return fromStranger(needs, request, given)
}

/** Past its own tries a device is any stranger's: with work, even that is no wall. */
function fromDevice(needs: Needs, request: FastifyRequest, given: Try, who: string): Promise<boolean | 'over'> {
  const uses = [[WRONG_PASSWORDS_OF_DEVICE, who]] as const
  return inTurn(`device ${who}`, async () => {
    const [used] = await countUses(needs.db, needs.secrets, uses)
    return used?.over ? 'over' : judge(needs, request, given, { uses, isFirst: true })
  })
}

async function fromStranger(needs: Needs, request: FastifyRequest, given: Try): Promise<RightPassword | undefined> {
  const price = { about: `password ${given.name}`, bits: TRY_BITS }
  const isPaid = await hasProofOfWork(needs, request, price)
  const uses = [
    [WRONG_PASSWORDS_PER_ADDRESS, clientAddressOf(request)],
    [WRONG_PASSWORDS_OF_ACCOUNT, given.name],
  ] as const
  const trying = inTurn(`${isPaid ? 'paid' : 'free'} ${given.name}`, async () => {
    const used = await countUses(needs.db, needs.secrets, uses)
    const over = used.filter((each) => each.over)
    if (over.length > 0 && !isPaid)
      throw proofOfWorkRefusal(needs, price, Math.max(...over.map(({ retryAfter }) => retryAfter)))
    const right = await judge(needs, request, given, { uses, isFirst: isPaid })
    return right ? { isWary: used[1]?.over ?? false } : undefined
  })
  // A flood fills the lines that strangers wait in; those of who has worked are others.
  return trying.catch((failure: unknown) => {
    throw failure instanceof Refusal && failure.status === 503 && !isPaid
      ? withProofOfWork(needs, price, failure)
      : failure
  })
}

async function judge(
  { db, secrets }: Needs,
  request: FastifyRequest,
  { password, owner }: Try,
  { uses, isFirst }: { uses: readonly Use[]; isFirst: boolean },
): Promise<boolean> {
  if (!(await isPassword(password, owner?.passwordHash, { isFirst }))) {
    await insertFailure(db, owner?.id, originOf(secrets, request))
    return false
  }
  await restoreUses(db, secrets, uses)
  return true
}
