import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useTitleNote } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useCardEntry } from '../queries.ts'
import css from './CardFrame.module.css'
import type { FrameForm, InstallmentOffer, TokenisedCard } from './frame/protocol.ts'
import { FrameChannel } from './frame-channel.ts'

export interface CardFrameHandle {
  /**
   * Asks the frame for a token of the typed card. Undefined when a field is invalid, which the frame shows itself.
   * Throws `CallFailed`.
   */
  tokenise(): Promise<TokenisedCard | undefined>
}

interface CardFrameProps {
  ref?: Ref<CardFrameHandle>
  form: FrameForm
  /** Enter was pressed in a field of the frame. */
  onEnter?: () => void
  /** Installments that the typed card offers. */
  onInstallments?: (offer: InstallmentOffer) => void
  /** The bank's challenge is complete. */
  onComplete?: () => void
}

/** The card fields are a page of another origin (docs/decisions/0032); the app holds none of their values. */
export function CardFrame(props: CardFrameProps) {
  const entry = useCardEntry()
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const fail = hasFailed || (entry.isError && !entry.isFetching)
  function again(): void {
    setFailed(false)
    setAttempt(attempt + 1)
    if (entry.isError) void entry.refetch()
  }
  if (fail) return <NotLoaded what={props.form.kind === 'challenge' ? 'bank' : 'card'} onAgain={again} />
  if (!entry.data) return <Skeleton lines={5} />
  const url = entry.data.frameUrl + (props.form.kind === 'challenge' ? '/challenge' : '')
  return <Frame {...props} key={attempt} url={url} onFailed={() => setFailed(true)} />
}

function NotLoaded({ what, onAgain }: { what: 'bank' | 'card'; onAgain: () => void }) {
  return (
    <Alert
      title={t(what === 'bank' ? 'checkout.order.bankFrame.notLoaded' : 'checkout.card.notLoaded')}
      action={
        <Button variant="secondary" onClick={onAgain}>
          {t('checkout.card.loadAgain')}
        </Button>
      }
    />
  )
}

/**
 * Sandbox permissions of the payment host's pages; none may navigate the app. The card form runs scripts that call
 * the provider, and only its origin receives our messages. A nested frame gets no more permissions than its parent: a
 * bank's page needs forms and popups.
 */
const MAY = {
  newCard: 'allow-scripts allow-same-origin allow-forms',
  securityCode: 'allow-scripts allow-same-origin allow-forms',
  challenge: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
} satisfies Record<FrameForm['kind'], string>

function Frame({ ref, url, ...props }: CardFrameProps & { url: string; onFailed: () => void }) {
  const { form } = props
  const iframe = useRef<HTMLIFrameElement>(null)
  const channel = useRef<FrameChannel>(null)
  const [height, setHeight] = useState<number>()
  const [wrong, setWrong] = useState(0)
  const latest = useRef(props)
  latest.current = props
  useTitleNote(wrong > 1 ? t('ui.errorSummary.short') : undefined)
  useEffect(() => {
    if (!iframe.current) return
    const opened = new FrameChannel(iframe.current, latest.current.form, {
      height: setHeight,
      wrong: setWrong,
      enter: () => latest.current.onEnter?.(),
      installments: (offer) => latest.current.onInstallments?.(offer),
      complete: () => latest.current.onComplete?.(),
      failed: () => latest.current.onFailed(),
    })
    channel.current = opened
    return () => opened.close()
  }, [])
  useEffect(() => channel.current?.update(form), [form])
  useImperativeHandle(ref, () => ({ tokenise: async () => channel.current?.tokenise() }), [])
  return (
    <div className={css.box}>
      {height === undefined && <Skeleton lines={5} />}
      <iframe
        ref={iframe}
        className={css.frame}
        sandbox={MAY[form.kind]}
        data-ready={height === undefined ? undefined : ''}
        style={{ blockSize: `${height ?? 0}px` }}
        src={url}
        title={t(form.kind === 'challenge' ? 'checkout.card.bankFrame' : 'checkout.card.frame')}
        referrerPolicy="no-referrer"
        onLoad={() => channel.current?.open()}
      />
    </div>
  )
}
