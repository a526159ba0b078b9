import { expect, type Locator, type Page } from '@playwright/test'
import { refuseCookies } from './cookies.ts'
import type { Messages } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { capture, captureAtWidths } from './screens.ts'

export interface Card {
  number: string
  holder: string
  code: string
  document?: string
}

export interface Person {
  phone: string
  typedPhone: string
  firstName: string
  lastName: string
  email: string
  document: string
  password: string
}

/** A patient with a phone: their actions on each screen, found by message key. */
export class Patient {
  readonly page: Page
  readonly messages: Messages
  readonly url: string
  /** Prefix of picture names. */
  readonly pictures: string
  /** The outbox of their phone: this system's simulators, or others. */
  readonly outbox: string

  constructor(page: Page, messages: Messages, url: string, pictures: string, outbox = url) {
    this.page = page
    refuseCookies(page.context())
    this.messages = messages
    this.url = url
    this.pictures = pictures
    this.outbox = outbox
  }

  /** A button, or a link that looks like one. */
  button = (key: string) => {
    const name = this.messages.pattern(key)
    return this.page.getByRole('button', { name }).or(this.page.getByRole('link', { name })).first()
  }
  see = (key: string) => expect(this.page.getByText(this.messages.pattern(key)).first()).toBeVisible()
  capture = async (name: string) => {
    await capture(this.page, `${this.pictures}-${name}`)
    await captureAtWidths(this.page, `${this.pictures}-${name}`)
  }

  async enterAsGuest(): Promise<void> {
    await this.page.goto(`${this.url}/welcome`)
    await this.page.waitForSelector('html[data-ready]')
    await this.capture('01-welcome')
    await this.button('access.welcome.guest').click()
    await expect(this.page).toHaveURL(/how-can-we-help/)
    await expect(this.page.getByText(this.messages.text('catalogue.needs.title'))).toBeVisible()
    await this.capture('02-home')
  }

  async openProduct(slug: string): Promise<void> {
    await this.page.locator(`a[href="/products/${slug}"]`).first().click()
    await expect(this.page).toHaveURL(new RegExp(`/products/${slug}$`))
    await expect(this.page.getByText(this.messages.text('catalogue.product.includes'))).toBeVisible()
    await this.capture('03-product')
  }

  /** Answers every question quickly but validly. */
  async answerQuestions(): Promise<void> {
    const { page } = this
    await page.locator('#question').waitFor()
    for (let index = 0; index < 12 && /\/questions/.test(page.url()); index++) {
      const before = page.url()
      const isOn = () => page.url() !== before
      // An answer may make another question visible.
      for (let at = 0; !isOn() && at < (await this.questions().count()); at++)
        await this.answer(this.questions().nth(at))
      if (index < 2) await this.capture(`04-question-${index + 1}`)
      // A press while a new, already answered page appears is ignored.
      await expect(async () => {
        if (!isOn()) await this.button('booking.next').click()
        await expect.poll(isOn, { timeout: 2_000 }).toBe(true)
      }).toPass()
    }
    await expect(page).toHaveURL(/\/summary/)
  }

  /** The questions of the page. */
  questions = () => this.page.locator('#question > div:has(input, textarea)')

  private async answer(question: Locator): Promise<void> {
    const radio = question.getByRole('radio')
    // The last option is "none of these"; the first may be a sign of an emergency, which another journey covers.
    const checkbox = question.getByRole('checkbox')
    if ((await radio.count()) > 0) await this.tap(radio.first())
    else if ((await checkbox.count()) > 0) await this.tap(checkbox.last())
    else if ((await question.getByRole('slider').count()) > 0)
      await question.getByRole('button', { name: this.messages.pattern('ui.slider.more') }).click()
    else await question.getByRole('textbox').fill('Desde hace unos tres meses, sobre todo por la tarde.')
  }

  /**
   * A tap that answers and may continue; in the first half second of a page it is ignored, because it could have been
   * meant for the page before.
   */
  async tap(option: Locator): Promise<void> {
    const before = this.page.url()
    const isAnswered = async () => this.page.url() !== before || (await option.isChecked())
    await expect(async () => {
      if (await isAnswered()) return
      await option.click({ timeout: 2_000 })
      await expect.poll(isAnswered, { timeout: 2_000 }).toBe(true)
    }).toPass()
    // The app shows a choice for a moment before it continues.
    await this.page.waitForTimeout(400)
  }

  async writeSummary(method: 'video' | 'phone'): Promise<void> {
    await this.page
      .getByRole('textbox')
      .fill('Quiero perder peso sin pasar hambre y dormir mejor. He probado dos dietas.')
    const choice = this.page.getByRole('radio', { name: this.messages.pattern(`booking.summary.${method}`) })
    if ((await choice.count()) > 0) await choice.check()
    const age = this.page.getByRole('checkbox')
    if ((await age.count()) > 0) await age.check()
    await this.capture('05-summary')
    await this.button('booking.summary.continue').click()
  }

  /** From all clinicians' slots to those of one clinician: the given one, or the first in the list. */
  async chooseClinician(clinicianId = ''): Promise<void> {
    await this.button('booking.calendar.choose').click()
    await this.page.getByRole('dialog').locator(`a[href*="/clinician/${clinicianId}"]`).first().click()
    await expect(this.page).toHaveURL(new RegExp(`/clinician/${clinicianId}`))
  }

  /**
   * Takes the first free slot and returns its text. The clinician depends on the time of day; `clinicianId` chooses
   * one.
   */
  async holdFirstHour(clinicianId?: string): Promise<string> {
    await expect(this.page).toHaveURL(/\/calendar|\/clinician\//)
    if (clinicianId && !this.page.url().includes(clinicianId)) await this.chooseClinician(clinicianId)
    const slot = this.page.locator('button[aria-pressed]').first()
    await expect(slot).toBeVisible({ timeout: 20_000 })
    await this.capture('06-calendar')
    const hour = (await slot.textContent())?.match(/\d\d:\d\d/)?.[0] ?? 'no hour'
    await slot.click()
    await this.button('booking.calendar.reserve').click()
    await expect(this.page).toHaveURL(/\/checkout/)
    return hour
  }

  async register(person: Person): Promise<void> {
    const { page, messages } = this
    await page.getByLabel(messages.text('access.welcome.phone'), { exact: true }).fill(person.typedPhone)
    await this.see('access.welcome.new')
    const since = new Date()
    await this.button('access.welcome.continue').click()
    await expect(page).toHaveURL(/\/account\/create\/verify/)
    await this.capture('08-verify')
    await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(this.outbox, person.phone, since))
    await expect(page).toHaveURL(/\/account\/create\/profile/)
    await page.getByRole('button', { name: messages.text('access.profile.submit') }).click()
    await this.capture('09-profile-problems')
    await this.fillProfile(person)
    await this.capture('10-profile')
    await page.getByRole('button', { name: messages.text('access.profile.submit') }).click()
  }

  async fillProfile(person: Person): Promise<void> {
    const { page, messages } = this
    const field = (key: string) => page.getByLabel(messages.text(key), { exact: true })
    await field('access.profile.firstName').fill(person.firstName)
    await field('access.profile.lastName').fill(person.lastName)
    const day = '31'
    const month = '3'
    const year = '1990'
    const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
    for (const [index, part] of [day, month, year].entries()) await birth.nth(index).fill(part)
    await page.getByRole('radio', { name: messages.text('access.profile.sex.Female') }).check()
    // Spain's partner asks for the document after paying.
    const cpf = field('access.profile.cpf')
    if ((await cpf.count()) > 0) await cpf.fill(person.document)
    await field('access.profile.email').fill(person.email)
    await field('access.profile.password').fill(person.password)
    await page.getByRole('checkbox').check({ position: { x: 20, y: 20 } })
  }

  /** Where the partner asks for the address of the invoice after paying: Home names it until it is given. */
  async addBillingAddress(): Promise<void> {
    const { page, messages } = this
    await page.goto(`${this.url}/how-can-we-help`)
    const task = page.getByRole('link', { name: messages.pattern('catalogue.tasks.missing-address') })
    await task.click()
    await page.getByLabel(messages.text('profile.address.cep'), { exact: true }).fill('01001-000')
    await page.getByRole('button', { name: messages.text('profile.address.search'), exact: true }).click()
    await this.see('profile.address.search.found')
    await page.getByRole('button', { name: messages.text('profile.save') }).click()
    await expect(page).toHaveURL(/how-can-we-help/)
    await expect(task).toBeHidden()
  }

  async pay(card: Card): Promise<void> {
    await this.typeCard(card)
    await this.button('checkout.pay').click()
  }

  /** Confirms on the bank's own page (3-D Secure): the journey leaves the app and returns. */
  async convinceTheBank(): Promise<void> {
    await this.page.waitForURL(/\/3ds\//)
    await this.page.getByRole('button', { name: /autorizar|authorise/i }).click()
  }

  /** The card fields are in a frame. */
  cardForm = () => this.page.frameLocator('iframe[src*="/payment-frame"]')

  /** Without a holder, the name that checkout has filled in stays. */
  async typeCard({ number, holder, code, document }: Omit<Card, 'holder'> & Partial<Card>): Promise<void> {
    const { messages } = this
    const form = this.cardForm()
    const field = (key: string) => form.getByLabel(messages.text(key), { exact: true })
    await field('checkout.card.number').fill(number)
    if (holder) await field('checkout.card.holder').fill(holder)
    await field('checkout.card.expiry').fill('12/34')
    await field('checkout.card.securityCode').fill(code)
    if (document) await field('checkout.card.document').fill(document)
  }
}
