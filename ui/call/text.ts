import type { CallRole } from '@cuida/core/care/call/call-signal.ts'

/**
 * One line that somebody writes in a call, as it stands now: sent anew while it is written (EN 301 549 6.2 asks for text
 * that is read as it is typed), from page to page over a data channel. It never passes the server and is never stored.
 */
export interface CallText {
  id: string
  text: string
  done: boolean
}
const LONGEST = 1_000

export interface TextLine extends CallText {
  mine: boolean
  /** Who wrote it, when it was not I. */
  from?: CallRole
  /** Their name then: another guest may have their place since. */
  author?: string
}

/** EN 301 549 6.2.3 allows 500 ms from a key to the other side's screen. */
const BATCH_MS = 300
const MOST_LINES = 200

export interface TextTalk {
  /** The line that is being written, as it stands. */
  write(text: string): void
  /** The line is finished; an empty one is none. */
  send(): void
  /** How they are called from now on. */
  name(who: CallRole, name: string): void
  /** Somebody joins what was begun without them: what I wrote before is not for them. */
  welcome(who: CallRole): void
  /** The data channel to one of the others, a new one after every reconnect. */
  use(channel: RTCDataChannel, to: CallRole): void
}

/** Text in a call: what each side writes is seen while it is written. It lives in the two pages and goes with them. */
export function createTextTalk(onLines: (lines: readonly TextLine[]) => void): TextTalk {
  let lines: readonly TextLine[] = []
  const channels = new Map<CallRole, RTCDataChannel>()
  const names = new Map<CallRole, string>()
  /** What I wrote before somebody was there. */
  const before = new Map<CallRole, ReadonlySet<string>>()
  let draft: CallText = newLine()
  let due: ReturnType<typeof setTimeout> | undefined

  const keep = (line: TextLine) => {
    lines = withLine(lines, line)
    onLines(lines)
  }
  const sayTo = (channel: RTCDataChannel, { id, text, done }: CallText) => {
    if (channel.readyState === 'open') channel.send(JSON.stringify({ id, text, done }))
  }
  const say = (line: CallText) => {
    for (const channel of channels.values()) sayTo(channel, line)
  }
  const sayDraft = () => {
    due = undefined
    say(draft)
  }
  return {
    write(text) {
      draft = { ...draft, text: text.slice(0, LONGEST) }
      due ??= setTimeout(sayDraft, BATCH_MS)
    },
    send() {
      clearTimeout(due)
      due = undefined
      if (!draft.text.trim()) return
      const line = { ...draft, text: draft.text.trim(), done: true }
      draft = newLine()
      say(line)
      keep({ ...line, mine: true })
    },
    name: (who, name) => void names.set(who, name),
    welcome(who) {
      before.set(who, new Set(lines.map(({ id }) => id)))
    },
    use(next, to) {
      channels.set(to, next)
      next.onmessage = ({ data }) => {
        const line = readCallText(data)
        const author = names.get(to)
        if (line && next === channels.get(to)) keep({ ...line, mine: false, from: to, ...(author ? { author } : {}) })
      }
      // What may have been lost, or was written meanwhile; a page that is new gets back what we wrote.
      next.onopen = () => {
        const mine = lines.filter((line) => line.mine && !before.get(to)?.has(line.id))
        for (const line of mine) sayTo(next, line)
        if (draft.text) sayTo(next, draft)
      }
    },
  }
}

const newLine = (): CallText => ({ id: crypto.randomUUID(), text: '', done: false })

/** A line keeps its place; one that was emptied again while it was written is gone; finished ones stay as they are. */
export function withLine(lines: readonly TextLine[], line: TextLine): readonly TextLine[] {
  const known = lines.find(({ id, mine, from }) => id === line.id && mine === line.mine && from === line.from)
  if (known?.done) return lines
  if (!line.text && !line.done) return lines.filter((one) => one !== known)
  if (known) return lines.map((one) => (one === known ? line : one))
  return [...lines, line].slice(-MOST_LINES)
}

/** undefined for anything that is not a line: what the other page sends is theirs to choose. */
export function readCallText(message: unknown): CallText | undefined {
  try {
    const { id, text, done } = JSON.parse(String(message)) as Partial<Record<keyof CallText, unknown>>
    const isLine = typeof id === 'string' && id.length <= 40 && typeof text === 'string' && text.length <= LONGEST
    return isLine && typeof done === 'boolean' ? { id, text, done } : undefined
  } catch {
    return undefined
  }
}
