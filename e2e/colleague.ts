import { expect, type Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import type { Messages } from './messages.ts'

const PASSWORD = 'Alondra-azul-7'

/** A clinician who is invited to a clinic. */
export class Colleague {
  readonly messages: Messages
  readonly name: string
  readonly email: string
  readonly specialty = 'Nutrición clínica'
  /** The secret in their authenticator. */
  private totp: OTPAuth.TOTP | undefined

  constructor(messages: Messages, name: string, email: string) {
    this.messages = messages
    this.name = name
    this.email = email
  }

  /** A manager enters their details and profile, in Spanish only. */
  async isWrittenIn(page: Page): Promise<void> {
    const field = (key: string) => page.getByLabel(this.messages.text(key)).first()
    await field('desk.team.name').fill(this.name)
    await field('desk.people.email').fill(this.email)
    await field('desk.team.registrationNumber').fill('28/28/09876')
    await field('desk.team.specialty').fill(this.specialty)
    await field('desk.team.bio').fill('Escucha antes de preguntar.')
    await field('desk.team.experience').fill('Hospital del Norte, 2015-2024\nConsulta propia, desde 2024')
    await field('desk.team.studies').fill('Grado en Nutrición, 2014')
    await page.getByRole('checkbox', { name: 'Español', exact: true }).check()
    await page
      .getByRole('group', { name: this.messages.text('desk.team.products') })
      .getByRole('checkbox')
      .first()
      .check()
  }

  /** Sets a password and adds the secret to the authenticator; the last digit of the code submits the form. */
  async joins(page: Page): Promise<void> {
    await page.getByLabel(this.messages.text('desk.join.password'), { exact: true }).fill(PASSWORD)
    const uri = await page.getByRole('link', { name: this.messages.text('access.totp.openApp') }).getAttribute('href')
    const totp = OTPAuth.URI.parse(uri ?? '')
    if (!(totp instanceof OTPAuth.TOTP)) throw new Error('not a key of an authenticator')
    this.totp = totp
    await expect(page.getByText(totp.secret.base32.slice(0, 4)).first()).toBeVisible()
    await page.getByLabel(this.messages.text('access.totp.code')).fill(totp.generate())
  }

  /** Uses the next code, because a code is accepted once. */
  async signsIn(page: Page): Promise<void> {
    await page.getByLabel(this.messages.text('desk.signIn.email')).fill(this.email)
    await page.getByLabel(this.messages.text('desk.signIn.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: this.messages.text('desk.signIn.continue') }).click()
    const next = this.totp?.generate({ timestamp: Date.now() + 30_000 })
    await page.getByLabel(this.messages.text('desk.signIn.code')).fill(next ?? '')
  }
}
