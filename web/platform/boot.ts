import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import { failureOf } from '@cuida/ui/client/exchange.ts'
import { readJson } from '@cuida/ui/client/files.ts'
import { applyTheme } from '@cuida/ui/theme/theme-style.ts'
import { type Boot, keepBoot } from '../kit/content/boot.ts'
import { keepPageTicket } from './page-ticket.ts'
import { fromApi, platform } from './platform.ts'

const PATIENCE_MS = 15_000

/** Asks for what a page of the web brings with it, and keeps it for everybody who asks `web/kit/content/boot.ts`. */
export async function fetchBoot(locale: string): Promise<Boot> {
  const reply = await fetch(fromApi(`/v1/boot?locale=${encodeURIComponent(locale)}`), {
    credentials: 'omit',
    signal: abortAfter(PATIENCE_MS),
  })
  // Not asked with a trace of our own: a header of ours would cost a start one more round to the server.
  if (!reply.ok) throw await failureOf(reply, reply.headers.get('x-trace-id') ?? '')
  if (platform().kind === 'native') keepPageTicket(reply.headers.get('x-page'))
  const boot = (await readJson(reply, platform().apiUrl)) as Boot
  keepBoot(boot)
  document.documentElement.lang = boot.locale
  applyTheme(boot.config.brand)
  return boot
}
