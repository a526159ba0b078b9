import { newTraceId } from '@cuida/ui/client/exchange.ts'
import { session } from '../../kit/api.ts'
import { CHAT } from '../../kit/chat-key.ts'

/** A chat on this device: the page that keeps it, and a mark by which that page knows whose it is. */
interface Mark {
  url: string
  owner: string
  /** Whose chat it is: a session's, or nobody's who is known. */
  session: string
}

export function keptChat(): Mark | undefined {
  try {
    const mark: Mark | null = JSON.parse(localStorage.getItem(CHAT) ?? 'null')
    return mark?.session === here() ? mark : undefined
  } catch {
    return undefined
  }
}

/** The mark of this session's chat in that page; a new one where another's, or none, is kept. */
export function markOf(url: string): string {
  const kept = keptChat()
  const owner = kept?.url === url ? kept.owner : newTraceId()
  localStorage.setItem(CHAT, JSON.stringify({ url, owner, session: here() } satisfies Mark))
  return owner
}

/** Nothing of that chat was kept: there is none to go on with. */
export const dropMark = (): void => localStorage.removeItem(CHAT)

const here = (): string => session.id() ?? ''

/** So long the page of the chat has to come and forget; if it does not, it forgets before anybody else's chat begins. */
const PATIENCE_MS = 5_000

/** A phone is shared: what a chat left on this device goes, whoever's it was. */
export function forgetChat(): void {
  const kept = localStorage.getItem(CHAT)
  dropMark()
  if (!kept) return
  const { url }: Mark = JSON.parse(kept)
  const page = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const done = () => page.remove()
  page.hidden = true
  // Its own script, and the storage of its own origin: that is all it is there for.
  page.sandbox.add('allow-scripts', 'allow-same-origin')
  page.src = url
  page.onload = () => page.contentWindow?.postMessage({ type: 'forget' }, new URL(url).origin, [port2])
  port1.onmessage = done
  setTimeout(done, PATIENCE_MS)
  document.body.append(page)
}
