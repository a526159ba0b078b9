import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { formatClinicDay } from '../../kit/clinic-time.ts'
import { DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useNow } from '../../kit/use-now.ts'
import { formatUses } from './PromoList.tsx'
import { EMPTY_PROMO, promoProblems } from './promo-input.ts'
import { useDisableCode } from './promo-queries.ts'
import { lastDayOf, type PromoState, promoState } from './promo-state.ts'

export type Offered = readonly { id: string; name: string }[]

const TONE: Readonly<Record<PromoState, ChipTone>> = {
  active: 'success',
  early: 'neutral',
  over: 'neutral',
  usedUp: 'warning',
  disabled: 'danger',
}

/** A promo code's terms and uses. It can be disabled, not changed. */
export function PromoDetail({ code, products }: { code: PromoCode; products: Offered }) {
  const [isAsking, setAsking] = useState(false)
  const state = promoState(code, useNow(60_000))
  return (
    <>
      <DetailHeader
        chip={{ text: t(`desk.promo.state.${state}`), tone: TONE[state], icon: state === 'active' ? 'check' : 'info' }}
        title={code.code}
      />
      <Facts of={factsOf(code, products)} term={(name) => t(`desk.promo.${name}`)} />
      {!code.disabledAt && (
        <Button variant="danger" fit onClick={() => setAsking(true)}>
          {t('desk.promo.disable')}
        </Button>
      )}
      {isAsking && <DisableDialog code={code} onClose={() => setAsking(false)} />}
    </>
  )
}

function factsOf(code: PromoCode, offered: Offered): Fact[] {
  const { campaign, validFrom, validUntil, mostUsesAnAccount, products, createdAt, createdBy, disabledAt } = code
  const nameOf = (id: string) => offered.find((product) => product.id === id)?.name ?? id
  return [
    ['percentage', t('desk.promo.off', { percentage: code.percentage })],
    ['used', formatUses(code)],
    ['mostUsesAnAccount', t('desk.promo.times', { count: mostUsesAnAccount })],
    ['campaign', campaign],
    ['from', formatClinicDay(validFrom)],
    ['until', validUntil ? formatClinicDay(lastDayOf(validUntil)) : t('desk.promo.noEnd')],
    ['products', products ? products.map(nameOf).join(', ') : t('desk.promo.allProducts')],
    ['made', createdBy ? `${createdBy}, ${formatClinicDay(createdAt)}` : formatClinicDay(createdAt)],
    ['disabled', disabledAt && formatClinicDay(disabledAt)],
  ]
}

/** Explains the consequence and asks for a reason. A refusal keeps the typed reason. */
function DisableDialog({ code: { id, code }, onClose }: { code: PromoCode; onClose: () => void }) {
  const disable = useDisableCode(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: promoProblems({ ...EMPTY_PROMO, reason }).reason }),
    submit: ({ reason }) => disable.mutateAsync(reason.trim()),
    message: (_, problem) => t(`desk.promo.reason.${problem}`),
    done: () => t('desk.promo.disabledToast', { code }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.promo.ask.title', { code })}
      lead={t('desk.promo.ask.text')}
      act={t('desk.promo.disable')}
      variant="danger"
    >
      <TextArea label={t('desk.promo.reason')} most={500} {...form.field('reason')} />
    </FormDialog>
  )
}
