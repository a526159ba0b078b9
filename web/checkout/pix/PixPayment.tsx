import { getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { shortCode } from '@cuida/core/checkout/pix/pix.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CountdownRing } from '@cuida/ui/Countdown/Countdown.tsx'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { TileFrame } from '@cuida/ui/DateTile/TileFrame.tsx'
import { formatMoney, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QrTile } from '@cuida/ui/QrCode/QrTile.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { Steps } from '@cuida/ui/Timeline/Timeline.tsx'
import { Announcement } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { checkoutFailureMessage } from '../order/checkout-failure.ts'
import css from './PixPayment.module.css'
import type { InsteadOfPix } from './use-instead-of-pix.ts'

interface PixPaymentProps {
  order: Order
  pix: NonNullable<Order['pix']>
  instead: InsteadOfPix
  /** The server cannot be reached. */
  isAway: boolean
}

/** The amount, the remaining time, the code to copy or to scan, and instructions. */
export function PixPayment({ order, pix, instead, isAway }: PixPaymentProps) {
  const queries = useQueryClient()
  const [isOver, setOver] = useState(() => Date.parse(pix.expiresAt) <= serverNow())
  function end(): void {
    setOver(true)
    void invalidateQueries(queries, [callKey(getOrder, { id: order.id })])
  }
  return (
    <div className={css.pay}>
      {isAway && <Alert tone="warning" title={t('checkout.pix.offline')} />}
      <Sum order={order} expiresAt={pix.expiresAt} onEnd={end} />
      {isOver ? (
        <Alert tone="info" title={t('checkout.pix.over')} />
      ) : (
        <>
          <PixCopy code={pix.code} />
          <Qr code={pix.code} />
          <Section title={t('checkout.pix.how')}>
            <Steps
              steps={[t('checkout.pix.step.open'), t('checkout.pix.step.paste'), t('checkout.pix.step.confirm')]}
            />
          </Section>
        </>
      )}
      {!isAway && <Spinner label={t('checkout.pix.waiting')} />}
      <OtherMethods instead={instead} />
    </div>
  )
}

interface SumProps {
  order: Order
  expiresAt: string
  onEnd: () => void
}

function Sum({ order: { amount, currency, createdAt }, expiresAt, onEnd }: SumProps) {
  const { timeZone } = usePartner()
  const total = (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000
  return (
    <TileFrame className={css.sum}>
      <div>
        <p className={css.amount}>{formatMoney({ amount, currency })}</p>
        <p className={css.until}>{t('checkout.pix.until', { time: formatTime(expiresAt, timeZone) })}</p>
      </div>
      <CountdownRing until={expiresAt} total={total} label={t('checkout.pix.left')} onEnd={onEnd} />
    </TileFrame>
  )
}

/**
 * A patient who pays with this phone cannot scan it: on small screens the code to copy comes first and the QR code
 * opens on request.
 */
function Qr({ code }: { code: string }) {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 481px)').matches)
  return (
    <details className={css.qr} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(isOpen ? 'checkout.pix.qr.hide' : 'checkout.pix.qr.show')}</summary>
      {isOpen && (
        <div>
          <QrTile text={code} label={t('checkout.pix.qr')} />
        </div>
      )}
    </details>
  )
}

function OtherMethods({ instead: { alternative, requestAlternative, failure } }: { instead: InsteadOfPix }) {
  return (
    <Section title={t('checkout.pix.trouble')}>
      <p>{t('checkout.pix.trouble.text')}</p>
      {failure ? <Alert title={checkoutFailureMessage(failure)} failure={failure} /> : null}
      <div className={css.ways}>
        <Button busy={alternative === 'again'} onClick={() => requestAlternative('again')}>
          {t('checkout.order.retry.pix')}
        </Button>
        <Button variant="quiet" busy={alternative === 'other'} onClick={() => requestAlternative('other')}>
          {t('checkout.pix.otherWay')}
        </Button>
      </div>
    </Section>
  )
}

/** How long "copied" is shown before the button can be pressed again, in milliseconds. */
const SAID_MS = 4_000

/** Copies the code and confirms it. Where the browser forbids copying, shows the whole code for selection. */
function PixCopy({ code }: { code: string }) {
  const [copies, setCopies] = useState(0)
  const [isForbidden, setForbidden] = useState(false)
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    setSaid(true)
    const timer = setTimeout(() => setSaid(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      setCopies((count) => count + 1)
    } catch {
      setForbidden(true)
    }
  }
  return (
    <div className={css.copy}>
      <Button variant="primary" icon="copy" done={isSaid} onClick={() => void copy()}>
        {t(isSaid ? 'checkout.pix.copied' : 'checkout.pix.copy')}
      </Button>
      <Announcement>{isSaid && t('checkout.pix.copied')}</Announcement>
      {isForbidden ? <WholeCode code={code} /> : <p className={css.code}>{shortCode(code)}</p>}
    </div>
  )
}

function WholeCode({ code }: { code: string }) {
  return (
    <label>
      {t('checkout.pix.byHand')}
      <textarea
        className={css.whole}
        rows={5}
        readOnly
        value={code}
        ref={(field) => {
          field?.focus()
          field?.select()
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </label>
  )
}
