import { newTraceId } from '@cuida/ui/client/exchange.ts'
import { session } from '../../kit/api.ts'
import { CHAT_OPENED_KEY } from '../../kit/chat-key.ts'

/** A chat on this device: the page that stores it, and a random mark by which that page recognises its owner. */
interface Mark {
  url: string
  owner: string
  /** The owner: a session id, or empty for a guest. */
  session: string
}

export function readStoredChat(): Mark | undefined {
  try {
    const mark: Mark | null = JSON.parse(localStorage.getItem(CHAT_OPENED_KEY) ?? 'null')
    return mark?.session === currentSession() ? mark : undefined
  } catch {
    return undefined
  }
}

/** The mark of this session's chat in that page; a new one where none or another session's is stored. */
export function markOf(url: string): string {
  const storedChat = readStoredChat()
  const owner = storedChat?.url === url ? storedChat.owner : newTraceId()
  localStorage.setItem(CHAT_OPENED_KEY, JSON.stringify({ url, owner, session: currentSession() } satisfies Mark))
  return owner
}

/** The page kept nothing of that chat. */
export const dropMark = (): void => localStorage.removeItem(CHAT_OPENED_KEY)

const currentSession = (): string => session.id() ?? ''

/**
 * How long the chat's page may take to load and clear its storage, in milliseconds; otherwise it clears before the
 * next person's chat starts.
 */
const TIMEOUT_MS = 5_000

/** Clears the chat on this device, whoever its owner: phones are shared. */
export function forgetChat(): void {
  const storedChat = localStorage.getItem(CHAT_OPENED_KEY)
  dropMark()
  if (!storedChat) return
  const { url }: Mark = JSON.parse(storedChat)
  const page = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  const done = () => page.remove()
  page.hidden = true
  // Needs only scripts and its own origin's storage.
  page.sandbox.add('allow-scripts', 'allow-same-origin')
  page.src = url
  page.onload = () => page.contentWindow?.postMessage({ type: 'forget' }, new URL(url).origin, [port2])
  port1.onmessage = done
  setTimeout(done, TIMEOUT_MS)
  document.body.append(page)
}
