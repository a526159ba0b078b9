import { useEffect, useRef, useState } from 'react'
import type { Presence } from './idle.ts'
import { browserSurroundings } from './signs.ts'
import { type Watch, type WatchSettings, watchPresence } from './watch.ts'

interface Watched {
  presence: Presence
  endsAt: number
}

/** Whether somebody is there (A4.14); `stay` answers the warning in every tab. */
export function usePresence({ beat, sessionId, idleMs, warningMs, storage }: Omit<WatchSettings, 'onChange' | 'now'>) {
  const [watched, setWatched] = useState<Watched>({ presence: 'here', endsAt: 0 })
  const watch = useRef<Watch>(undefined)
  const send = useRef(beat)
  send.current = beat
  useEffect(() => {
    const onChange = (presence: Presence, endsAt: number) => setWatched({ presence, endsAt })
    watch.current = watchPresence(
      { sessionId, idleMs, warningMs, storage, beat: () => send.current(), onChange },
      browserSurroundings(),
    )
    return () => watch.current?.stop()
  }, [sessionId, idleMs, warningMs, storage])
  return { ...watched, stay: () => watch.current?.stay() }
}
