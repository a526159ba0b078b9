import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { DetailHeader, type Fact, Facts } from '../../kit/place/Detail.tsx'
import { dayWordsOf } from '../../kit/times.ts'
import { useNow } from '../../kit/use-now.ts'
import { DisableDialog } from './DisableDialog.tsx'
import { usesWords } from './PromoList.tsx'
import { lastDayOf, type PromoState, promoState } from './promo-state.ts'

export type Offered = readonly { id: string; name: string }[]

const TONE: Readonly<Record<PromoState, ChipTone>> = {
  active: 'success',
  early: 'neutral',
  over: 'neutral',
  usedUp: 'warning',
  disabled: 'danger',
}

/** What a code promises and how it is used. It can be disabled, not changed. */
export function PromoDetail({ code, offered }: { code: PromoCode; offered: Offered }) {
  const [isAsking, setAsking] = useState(false)
  const state = promoState(code, useNow(60_000))
  return (
    <>
      <DetailHeader
        chip={{ words: t(`desk.promo.state.${state}`), tone: TONE[state], icon: state === 'active' ? 'check' : 'info' }}
        title={code.code}
      />
      <Facts of={factsOf(code, offered)} term={(name) => t(`desk.promo.${name}`)} />
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
    ['used', usesWords(code)],
    ['mostUsesAnAccount', t('desk.promo.times', { count: mostUsesAnAccount })],
    ['campaign', campaign],
    ['from', dayWordsOf(validFrom)],
    ['until', validUntil ? dayWordsOf(lastDayOf(validUntil)) : t('desk.promo.noEnd')],
    ['products', products ? products.map(nameOf).join(', ') : t('desk.promo.allProducts')],
    ['made', createdBy ? `${createdBy}, ${dayWordsOf(createdAt)}` : dayWordsOf(createdAt)],
    ['disabled', disabledAt && dayWordsOf(disabledAt)],
  ]
}
