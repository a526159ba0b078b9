import { Button } from '@cuida/ui/Button/Button.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import css from './ChatWindow.module.css'

interface ChatWindowProps {
  url: string
  locale: string
  onFailed: () => void
  onEnded: () => void
}

/** A script that does not come is refused at once or never; nobody waits longer to be told. */
const PATIENCE_MS = 15_000
/** So long the widget has to forget what was written before its page goes. */
const FORGET_MS = 1_000

/** The widget in a page of another origin (docs/decisions/0052). It is told the language, and nothing else. */
export function ChatWindow({ url, locale, onFailed, onEnded }: ChatWindowProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const line = useRef<MessagePort>(null)
  const [ready, setReady] = useState(false)
  const latest = useRef({ onFailed, onEnded })
  latest.current = { onFailed, onEnded }
  useEffect(() => {
    if (ready) return
    const patience = setTimeout(() => latest.current.onFailed(), PATIENCE_MS)
    return () => clearTimeout(patience)
  }, [ready])
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    line.current = port1
    port1.onmessage = ({ data }) => {
      if (data?.type === 'ready') setReady(true)
      if (data?.type === 'failed') latest.current.onFailed()
      if (data?.type === 'closed') latest.current.onEnded()
    }
    iframe.current?.contentWindow?.postMessage({ type: 'open', locale }, new URL(url).origin, [port2])
  }
  const close = () => {
    line.current?.postMessage({ type: 'close' })
    setTimeout(() => latest.current.onEnded(), FORGET_MS)
  }
  return (
    <div className={css.chat}>
      {!ready && <Skeleton lines={5} />}
      <iframe
        ref={iframe}
        className={css.window}
        data-ready={ready || undefined}
        src={url}
        title={t('support.chat.title')}
        referrerPolicy="no-referrer"
        onLoad={connect}
      />
      <Button variant="quiet" icon="close" onClick={close}>
        {t('support.chat.end')}
      </Button>
    </div>
  )
}
