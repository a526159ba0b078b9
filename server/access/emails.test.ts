import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import { ProviderDown } from '../providers/provider-down.ts'
import type { Services } from '../services.ts'
import { unlessRefused } from './emails.ts'

const warn = vi.fn()
const services = { log: { warn } } as unknown as Services
beforeEach(() => warn.mockClear())
afterEach(() => vi.restoreAllMocks())
const sending = (error: Error) =>
  unlessRefused(services, 'tellOwner', async () => {
    throw error
  })

test.each([
  ['mail', new MailRefused()],
  ['messages', new MessageRefused('NUMBER_INVALID')],
])(
  'what an address or a number of %s will not take is sent once: the log says so, without whose it is',
  async (provider, error) => {
    await sending(error)
    expect(warn.mock.calls).toEqual([['message refused by who should get it', { job: 'tellOwner', provider }]])
  },
)

test('while the provider is away the job is tried again', async () => {
  await expect(sending(new ProviderDown('twilio', 'no answer'))).rejects.toBeInstanceOf(ProviderDown)
  expect(warn).not.toHaveBeenCalled()
})
