import type { PromoCode } from '@cuida/core/checkout/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Link, useLocation } from 'wouter'
import { usePartner } from '../kit/partner.ts'
import { useNow } from '../kit/use-now.ts'
import css from './PromoList.module.css'
import { usePromoCodes } from './promo-queries.ts'
import { promoState } from './promo-state.ts'

/** What is given away by name, the newest first, and how often it was used. */
export function PromoList({ chosen }: { chosen: string | undefined }) {
  const codes = usePromoCodes()
  const [, go] = useLocation()
  const partner = usePartner()
  const title = t('desk.promo.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const items = codes.data?.pages.flatMap((page) => page.items)
  return (
    <nav className={css.list} aria-label={title}>
      <h1>{title}</h1>
      <Button variant="primary" icon="plus" onClick={() => go('/promo-codes/new')}>
        {t('desk.promo.new')}
      </Button>
      {codes.isError && !items && <ErrorState busy={codes.isFetching} onAction={() => void codes.refetch()} />}
      {codes.isPending && <Skeleton lines={6} />}
      {items?.length === 0 && <p>{t('desk.promo.none')}</p>}
      <ul className={css.codes}>
        {items?.map((code) => (
          <CodeRow key={code.id} code={code} isChosen={code.id === chosen} />
        ))}
      </ul>
      {codes.hasNextPage && (
        <Button busy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
          {t('desk.promo.more')}
        </Button>
      )}
    </nav>
  )
}

function CodeRow({ code, isChosen }: { code: PromoCode; isChosen: boolean }) {
  const state = promoState(code, useNow(60_000))
  return (
    <li>
      <Link href={`/promo-codes/${code.id}`} className={css.row} aria-current={isChosen || undefined}>
        <span className={css.code}>{code.code}</span>
        <span className={css.facts}>
          {[t('desk.promo.off', { percentage: code.percentage }), usesWords(code)].join(' · ')}
        </span>
        {state !== 'active' && <span className={css.state}>{t(`desk.promo.state.${state}`)}</span>}
      </Link>
    </li>
  )
}

export const usesWords = ({ uses, mostUses }: PromoCode): string =>
  mostUses === null ? t('desk.promo.uses', { uses }) : t('desk.promo.usesOf', { uses, most: mostUses })
