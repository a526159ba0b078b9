import { expect } from '@playwright/test'

interface Sent {
  channel: string
  to: string
  text: string
  at: string
}

/** The six digits in the newest message to this number since `since`; waits for it. */
export async function codeSentTo(url: string, phone: string, since: Date): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${url}/simulators/outbox?to=${encodeURIComponent(phone)}`)
        const messages = (await reply.json()) as Sent[]
        // Other messages reach the phone too: the newest with a code.
        const codes = messages
          .filter(({ at }) => new Date(at) >= since)
          .map(({ text }) => text.match(/\b(\d{3} ?\d{3})\b/)?.[1])
        code = codes.find((each) => each !== undefined)?.replace(' ', '')
        return code
      },
      { message: `a code for ${phone}`, timeout: 20_000 },
    )
    .toBeTruthy()
  return code ?? ''
}

/** The newest e-mailed link with this path to this address, other than `known`; waits for it. */
export async function linkSentTo(url: string, email: string, path: string, known?: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${url}/simulators/outbox?to=${encodeURIComponent(email)}`)
        const messages = (await reply.json()) as Sent[]
        const links = messages.flatMap(({ text }) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [])
        link = links.find((one) => new URL(one).pathname === path && one !== known)
        return link
      },
      { message: `a link to ${path} for ${email}`, timeout: 20_000 },
    )
    .toBeTruthy()
  return link ?? ''
}
