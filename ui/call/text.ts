import type { CallRole } from '@cuida/core/care/call/call-signal.ts'

/**
 * A line of text in a call, sent again while it is typed (EN 301 549 6.2 requires real-time text). It goes from page
 * to page over a data channel, never through the server, and is never stored.
 */
export interface CallText {
  id: string
  text: string
  done: boolean
}
const MAX_LENGTH = 1_000

export interface TextLine extends CallText {
  mine: boolean
  /** The author, if it is not the user. */
  from?: CallRole
  /** The author's name at that time: another guest may have their role since. */
  author?: string
}

/** EN 301 549 6.2.3 allows 500 ms from a key press to the other side's screen. */
const BATCH_MS = 300
const MAX_LINES = 200

export interface TextTalk {
  /** Updates the line that is being typed. */
  write(text: string): void
  /** Finishes the line; an empty one is dropped. */
  send(): void
  /** Sets the name for the lines that a participant writes from now on. */
  name(role: CallRole, name: string): void
  /** A new participant joins: they do not receive what was written before. */
  welcome(role: CallRole): void
  /** Sets the data channel to a participant; each reconnect opens a new one. */
  use(channel: RTCDataChannel, to: CallRole): void
}

/** Real-time text in a call. It lives in the pages only and is lost with them. */
export function createTextTalk(onLines: (lines: readonly TextLine[]) => void): TextTalk {
  let lines: readonly TextLine[] = []
  const channels = new Map<CallRole, RTCDataChannel>()
  const names = new Map<CallRole, string>()
  /** The lines that were written before a participant joined. */
  const before = new Map<CallRole, ReadonlySet<string>>()
  let draft: CallText = newLine()
  let due: ReturnType<typeof setTimeout> | undefined

  const addLine = (line: TextLine) => {
    lines = upsertLine(lines, line)
    onLines(lines)
  }
  const sayTo = (channel: RTCDataChannel, { id, text, done }: CallText) => {
    if (channel.readyState === 'open') channel.send(JSON.stringify({ id, text, done }))
  }
  const broadcast = (line: CallText) => {
    for (const channel of channels.values()) sayTo(channel, line)
  }
  const sayDraft = () => {
    due = undefined
    broadcast(draft)
  }
  return {
    write(text) {
      draft = { ...draft, text: text.slice(0, MAX_LENGTH) }
      due ??= setTimeout(sayDraft, BATCH_MS)
    },
    send() {
      clearTimeout(due)
      due = undefined
      if (!draft.text.trim()) return
      const line = { ...draft, text: draft.text.trim(), done: true }
      draft = newLine()
      broadcast(line)
      addLine({ ...line, mine: true })
    },
    name: (role, name) => void names.set(role, name),
    welcome(role) {
      before.set(role, new Set(lines.map(({ id }) => id)))
    },
    use(next, to) {
      channels.set(to, next)
      next.onmessage = ({ data }) => {
        const line = readCallText(data)
        const author = names.get(to)
        if (line && next === channels.get(to))
          addLine({ ...line, mine: false, from: to, ...(author ? { author } : {}) })
      }
      // Sends again what may have been lost or was written meanwhile; a reloaded page receives our lines again.
      next.onopen = () => {
        const ownLines = lines.filter((line) => line.mine && !before.get(to)?.has(line.id))
        for (const line of ownLines) sayTo(next, line)
        if (draft.text) sayTo(next, draft)
      }
    },
  }
}

const newLine = (): CallText => ({ id: crypto.randomUUID(), text: '', done: false })

/** A line keeps its position; an unfinished line that became empty is removed; finished lines do not change. */
export function upsertLine(lines: readonly TextLine[], line: TextLine): readonly TextLine[] {
  const known = lines.find(({ id, mine, from }) => id === line.id && mine === line.mine && from === line.from)
  if (known?.done) return lines
  if (!line.text && !line.done) return lines.filter((one) => one !== known)
  if (known) return lines.map((one) => (one === known ? line : one))
  return [...lines, line].slice(-MAX_LINES)
}

/** Returns undefined for anything but a line: the other page is not trusted. */
export function readCallText(message: unknown): CallText | undefined {
  try {
    const { id, text, done } = JSON.parse(String(message)) as Partial<Record<keyof CallText, unknown>>
    const isLine = typeof id === 'string' && id.length <= 40 && typeof text === 'string' && text.length <= MAX_LENGTH
    return isLine && typeof done === 'boolean' ? { id, text, done } : undefined
  } catch {
    return undefined
  }
}
