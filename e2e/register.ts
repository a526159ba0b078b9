import { expect } from '@playwright/test'
import { codeSentTo } from './outbox.ts'
import type { Patient } from './patient.ts'

export interface Newcomer {
  phone: string
  names?: [first: string, last: string, email: string]
}

/** Registers from Welcome on; without names, the form has them already. */
export async function register({ page, messages, url, button }: Patient, { phone, names }: Newcomer): Promise<void> {
  const field = (key: string) => page.getByLabel(messages.text(key), { exact: true })
  await field('access.welcome.phone').fill(phone)
  const since = new Date()
  await button('access.welcome.continue').click()
  await expect(page).toHaveURL(/\/account\/create\/verify/)
  await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(url, `+34${phone}`, since))
  await expect(page).toHaveURL(/\/account\/create\/profile/)
  if (names) {
    const keys = ['firstName', 'lastName', 'email']
    for (const [at, key] of keys.entries()) await field(`access.profile.${key}`).fill(names[at] ?? '')
  }
  const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [at, part] of ['31', '3', '1990'].entries()) await birth.nth(at).fill(part)
  await page.getByRole('radio', { name: messages.text('access.profile.sex.Female') }).check()
  await field('access.profile.password').fill('Camino-verde-7')
  await page.getByRole('checkbox').check({ position: { x: 20, y: 20 } })
  await page.getByRole('button', { name: messages.text('access.profile.submit') }).click()
  await expect(page).toHaveURL(/how-can-we-help|referral/)
}
