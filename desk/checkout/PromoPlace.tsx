import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CampaignDetail } from './CampaignDetail.tsx'
import { PromoDetail } from './PromoDetail.tsx'
import { PromoForm } from './PromoForm.tsx'
import css from './PromoPlace.module.css'
import { usePromoCodes } from './promo-queries.ts'
import type { GiftList } from './use-promo-place.ts'

/** Beside the list: the code or the campaign that the address names, or a code that is being made. */
export function PromoPlace({ list, chosen }: { list: GiftList; chosen: string | undefined }) {
  const { data } = usePromoCodes()
  const offered = data?.pages[0]?.offered
  const code = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === chosen)
  const place = list === 'campaigns' ? 'campaigns' : 'promo'
  if (!chosen) return <Nothing title={t(`desk.${place}.choose`)}>{t(`desk.${place}.chooseText`)}</Nothing>
  if (list === 'campaigns')
    return (
      <section className={css.detail} aria-label={t('desk.campaigns.title')}>
        <Back list={list} />
        <CampaignDetail key={chosen} id={chosen} />
      </section>
    )
  return (
    <section className={css.detail} aria-label={t('desk.promo.title')}>
      <Back list={list} />
      {!offered ? (
        <Skeleton lines={8} />
      ) : chosen === 'new' ? (
        <PromoForm offered={offered} />
      ) : code ? (
        <PromoDetail key={code.id} code={code} offered={offered} />
      ) : (
        <EmptyState title={t('desk.error.PROMO_CODE_NOT_FOUND')} />
      )}
    </section>
  )
}

function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  )
}

function Back({ list }: { list: GiftList }) {
  const [, go] = useLocation()
  return (
    <div className={css.back}>
      <Button variant="quiet" icon="back" onClick={() => go(`/${list}`)}>
        {t(list === 'campaigns' ? 'desk.campaigns.back' : 'desk.promo.back')}
      </Button>
    </div>
  )
}
