import { isChatIdentified } from '@cuida/core/kit/chat-identity.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { getChatPass, getHelpWindow } from '@cuida/core/support/help/help-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Stack } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import css from './ChatWindow.module.css'
import { dropMark, forgetChat, markOf, readStoredChat } from './chat-mark.ts'

/** How long to wait for the widget's script, in milliseconds. */
const TIMEOUT_MS = 15_000

/** How long the widget may take to close itself before its page is removed, in milliseconds. */
const CLOSING_MS = 1_000

/**
 * Sandbox permissions of the widget's page; it must not navigate the app. Its host differs from the app's (decision
 * 0064), so its origin has none of our data.
 */
const MAY = [
  // The widget is a script and keeps a chat in its own origin's storage.
  'allow-scripts allow-same-origin',
  // Questions before a chat are forms, which need this even where scripts handle them.
  'allow-forms',
  // Links in an answer open normal windows, and sent files can be downloaded.
  'allow-popups allow-popups-to-escape-sandbox allow-downloads',
].join(' ')

type Chat =
  | { at: 'away' | 'asking' | 'failed' | 'closed' | 'lost' | 'forgotten' }
  | { at: 'open'; url: string; owner: string; try: number; isKept: boolean; isUnknown: boolean }

const passForChat = () => api(getChatPass).then(({ pass }) => pass)

/** B2.26: the partner's help widget. Nothing loads before the patient opens it, knowing which vendor it is. */
export function HelpChat() {
  const { partnerConfig, partnerName: partner } = usePartner()
  const isNamed = useIsSignedIn() && isChatIdentified(partnerConfig.supportProvider)
  const [chat, setChat] = useState<Chat>({ at: 'away' })
  if (partnerConfig.supportProvider.type !== VENDOR.zendesk || !partnerConfig.supportProvider.widget) return null
  const open = () => {
    setChat({ at: 'asking' })
    api(getHelpWindow, {}).then(
      ({ url }) => setChat({ at: 'open', url, owner: markOf(url), try: serverNow(), isKept: true, isUnknown: false }),
      () => setChat({ at: 'failed' }),
    )
  }
  const forget = () => {
    forgetChat()
    setChat({ at: 'forgotten' })
  }
  if (chat.at === 'open') {
    // Only an identified patient's chat is kept by the vendor; for others it is lost, and the app says so.
    const isFleeting = !chat.isKept && (!isNamed || chat.isUnknown)
    return (
      <Stack>
        {chat.isUnknown && <Alert title={t('support.chat.unknown')}>{t('support.chat.unknownText')}</Alert>}
        {isFleeting && (
          <Alert tone="info" title={t('support.chat.fleeting')}>
            {t('support.chat.fleetingText')}
          </Alert>
        )}
        <ChatWindow
          key={chat.try}
          url={chat.url}
          owner={chat.owner}
          locale={currentLocale()}
          pass={isNamed ? passForChat : undefined}
          onReady={(isKept) => {
            if (!isKept) dropMark()
            setChat({ ...chat, isKept })
          }}
          onFailed={() => setChat({ at: 'failed' })}
          onClosed={() => setChat({ at: isFleeting ? 'lost' : 'closed' })}
          onUnknown={() => setChat({ ...chat, isUnknown: true })}
        />
      </Stack>
    )
  }
  const isKept = readStoredChat() !== undefined
  const state = chat.at === 'failed' ? 'again' : isKept ? 'goOn' : 'open'
  return (
    <Stack>
      {chat.at === 'failed' && <Alert title={t('support.chat.failed')}>{t('support.chat.failedText')}</Alert>}
      {chat.at === 'closed' && <Alert tone="success" title={t('support.chat.closed')} />}
      {chat.at === 'lost' && <Alert title={t('support.chat.lost')} />}
      {chat.at === 'forgotten' && <Alert tone="success" title={t('support.chat.forgotten')} />}
      <Card>
        <div>
          <h2>{t('support.chat.title')}</h2>
          <p>{t(isNamed ? 'support.chat.whoNamed' : 'support.chat.who', { partner })}</p>
        </div>
        <Button icon="support" busy={chat.at === 'asking'} onClick={open}>
          {t(`support.chat.${state}`)}
        </Button>
        {isKept && (
          <Button variant="quiet" onClick={forget}>
            {t('support.chat.forget')}
          </Button>
        )}
      </Card>
    </Stack>
  )
}

interface ChatWindowProps {
  url: string
  locale: string
  /** Owner of the chat that the page keeps. */
  owner: string
  /** Returns a token that identifies the patient, whenever the widget asks; absent in an anonymous chat. */
  pass: (() => Promise<string>) | undefined
  /**
   * The widget has loaded. `keeps` is false in a browser without third-party storage: the chat then lasts while it is
   * open.
   */
  onReady: (keeps: boolean) => void
  onFailed: () => void
  onClosed: () => void
  /** The widget rejected the identity, or could not get it: the chat goes on anonymously. */
  onUnknown: () => void
}

/**
 * The widget in a page of another origin (docs/decisions/0083), which receives the language and, with `pass`, the
 * patient's identity.
 */
function ChatWindow({ url, locale, owner, ...given }: ChatWindowProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const line = useRef<MessagePort>(null)
  const [ready, setReady] = useState(false)
  const [closing, setClosing] = useState(false)
  const latest = useRef(given)
  latest.current = given
  useEffect(() => {
    if (ready) return
    const timeout = setTimeout(() => latest.current.onFailed(), TIMEOUT_MS)
    return () => clearTimeout(timeout)
  }, [ready])
  // A window opened meanwhile is another one and must not be closed by this timer.
  useEffect(() => {
    if (!closing) return
    const last = setTimeout(() => latest.current.onClosed(), CLOSING_MS)
    return () => clearTimeout(last)
  }, [closing])
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    line.current = port1
    const handlers: Record<string, (more: { keeps: boolean }) => void> = {
      ready: ({ keeps }) => {
        setReady(true)
        latest.current.onReady(keeps)
      },
      failed: () => latest.current.onFailed(),
      closed: () => latest.current.onClosed(),
      unknown: () => latest.current.onUnknown(),
      pass: () =>
        void latest.current.pass?.().then(
          (pass) => port1.postMessage({ type: 'pass', pass }),
          () => latest.current.onUnknown(),
        ),
    }
    port1.onmessage = ({ data }) => handlers[data?.type]?.(data)
    const opening = { type: 'open', locale, owner, identified: given.pass !== undefined }
    iframe.current?.contentWindow?.postMessage(opening, new URL(url).origin, [port2])
  }
  const close = () => {
    line.current?.postMessage({ type: 'close' })
    setClosing(true)
  }
  return (
    <div className={css.chat}>
      {!ready && <Skeleton lines={5} />}
      <iframe
        ref={iframe}
        className={css.window}
        sandbox={MAY}
        data-ready={ready || undefined}
        src={url}
        title={t('support.chat.title')}
        referrerPolicy="no-referrer"
        onLoad={connect}
      />
      <Button variant="quiet" icon="close" onClick={close}>
        {t('support.chat.close')}
      </Button>
    </div>
  )
}
