import type { Price } from '@cuida/core/checkout/order/api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect, useRef, useState } from 'react'
import { checkoutFailureMessage } from '../order/checkout-failure.ts'
import css from './PromoCode.module.css'
import { type Promo, usePromo } from './use-promo.ts'

/** A link that opens the field; then the applied code with a button to remove it. */
export function PromoCode({ price, productSlug }: { price: Price; productSlug: string }) {
  const promo = usePromo(price, productSlug)
  const box = useRef<HTMLElement>(null)
  const message = promo.notice ?? promo.form.failure
  useEffect(() => {
    // The bar below must not cover the new message.
    if (message === undefined) return
    box.current?.scrollIntoView({ block: 'center' })
    // The pressed button was replaced: focus moves on for keyboard users.
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [message])
  return (
    <section ref={box} className={css.promo} aria-label={t('checkout.promo')}>
      {price.promoCode === null ? (
        <Enter key={promo.linkedCode ?? ''} promo={promo} price={price} />
      ) : (
        <Present promo={promo} price={price} code={price.promoCode} />
      )}
      <PromoAlert promo={promo} price={price} />
    </section>
  )
}

function Enter({ promo: { form, linkedCode }, price }: { promo: Promo; price: Price }) {
  const [isOpen, setOpen] = useState(linkedCode !== undefined)
  const box = useRef<HTMLFormElement>(null)
  useSentOnce(box, linkedCode)
  useFocusOnFailure(box, form.failure)
  if (!isOpen) {
    return (
      <Button variant="quiet" fit icon="plus" onClick={() => setOpen(true)}>
        {t('checkout.promo.have')}
      </Button>
    )
  }
  const { error, ...field } = form.field('code')
  return (
    <form {...form.props} ref={box} className={css.row}>
      <TextInput
        label={t('checkout.promo')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={60}
        // The patient pressed "I have a code" and wants to type.
        autoFocus={linkedCode === undefined}
        {...field}
        error={error ?? (form.failure === undefined ? undefined : promoMessage(form.failure, price))}
      />
      <Button type="submit" busy={form.busy}>
        {t('checkout.promo.apply')}
      </Button>
    </form>
  )
}

function Present({ promo: { removal }, price, code }: { promo: Promo; price: Price; code: string }) {
  const line = price.lines.find(({ kind }) => kind === 'promoCode')
  const remove = (
    <Button type="submit" variant="quiet" fit busy={removal.busy}>
      {t('checkout.promo.remove')}
    </Button>
  )
  return (
    <form {...removal.props} className={css.present}>
      {price.warning ? (
        <Alert tone="warning" title={t('checkout.promo.notUsed', { code })} action={remove}>
          {t(`checkout.error.${price.warning}`)}
        </Alert>
      ) : (
        <List>
          <ListRow
            icon="check"
            title={code}
            detail={line && t('checkout.promo.off', { percentage: line.percentage ?? 0 })}
            aside={remove}
          />
        </List>
      )}
      {removal.failure !== undefined && (
        <Alert title={checkoutFailureMessage(removal.failure)} failure={removal.failure} />
      )}
    </form>
  )
}

/** B4.24: confirmations disappear by themselves. */
function PromoAlert({ promo: { notice, dismissNotice }, price }: { promo: Promo; price: Price }) {
  if (!notice) return null
  const { currency, total, lines, promoCode } = price
  const off = -(lines.find(({ kind }) => kind === 'promoCode')?.amount ?? 0)
  const values = {
    code: promoCode ?? '',
    off: formatMoney({ amount: off, currency }),
    total: formatMoney({ amount: total, currency }),
  }
  const tone = notice === 'present' ? 'info' : 'success'
  return <Alert tone={tone} leaves onClose={dismissNotice} title={t(`checkout.alert.${notice}`, values)} />
}

function promoMessage(failure: unknown, { minimumCharge, currency }: Price): string {
  if (!(failure instanceof CallFailed)) return checkoutFailureMessage(failure)
  if (failure.code === 'TOO_MANY_CODES' && failure.retryAfter)
    return t('checkout.promo.tooMany', { minutes: Math.ceil(failure.retryAfter / 60) })
  if (failure.code === 'PAYMENT_GATEWAY_THRESHOLD')
    return t('checkout.promo.threshold', { minimum: formatMoney({ amount: minimumCharge, currency }) })
  return checkoutFailureMessage(failure)
}

/** A code from a link is submitted at once, visibly in the field. */
function useSentOnce(box: React.RefObject<HTMLFormElement | null>, linkedCode: string | undefined): void {
  useEffect(() => {
    if (linkedCode) box.current?.requestSubmit()
  }, [box, linkedCode])
}

function useFocusOnFailure(box: React.RefObject<HTMLFormElement | null>, failure: unknown): void {
  useEffect(() => {
    if (failure !== undefined) box.current?.querySelector('input')?.focus()
  }, [box, failure])
}
