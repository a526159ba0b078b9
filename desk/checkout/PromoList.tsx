import type { PromoCode } from '@cuida/core/checkout/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Link, useLocation } from 'wouter'
import { usePartner } from '../kit/partner.ts'
import { useNow } from '../kit/use-now.ts'
import { CampaignRows } from './CampaignRows.tsx'
import css from './PromoList.module.css'
import { usePromoCodes } from './promo-queries.ts'
import { promoState } from './promo-state.ts'
import type { GiftList } from './use-promo-place.ts'

/** What is given away: by name, or to friends who bring friends. */
export function PromoList({ list, chosen }: { list: GiftList; chosen: string | undefined }) {
  const [, go] = useLocation()
  const partner = usePartner()
  const title = t(list === 'campaigns' ? 'desk.campaigns.title' : 'desk.promo.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <nav className={css.list} aria-label={title}>
      <h1>{t('desk.promo.title')}</h1>
      <Tabs
        label={t('desk.promo.title')}
        tabs={[
          { id: 'promo-codes', label: t('desk.promo.tab') },
          { id: 'campaigns', label: t('desk.campaigns.title') },
        ]}
        value={list}
        onChange={(next) => go(`/${next}`)}
      >
        <div className={css.panel}>
          {list === 'campaigns' ? <CampaignRows chosen={chosen} /> : <Codes chosen={chosen} />}
        </div>
      </Tabs>
    </nav>
  )
}

/** By name, the newest first, and how often each was used. */
function Codes({ chosen }: { chosen: string | undefined }) {
  const codes = usePromoCodes()
  const [, go] = useLocation()
  const items = codes.data?.pages.flatMap((page) => page.items)
  return (
    <>
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
    </>
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
