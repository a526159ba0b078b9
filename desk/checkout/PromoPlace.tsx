import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PromoDetail } from './PromoDetail.tsx'
import { PromoForm } from './PromoForm.tsx'
import css from './PromoPlace.module.css'
import { usePromoCodes } from './promo-queries.ts'

/** Beside the list: the code that the address names, or one that is being made. */
export function PromoPlace({ chosen }: { chosen: string | undefined }) {
  const { data } = usePromoCodes()
  const offered = data?.pages[0]?.offered
  const code = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === chosen)
  if (!chosen) return <Nothing title={t('desk.promo.choose')}>{t('desk.promo.chooseText')}</Nothing>
  return (
    <section className={css.detail} aria-label={t('desk.promo.title')}>
      <Back />
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

function Back() {
  const [, go] = useLocation()
  return (
    <div className={css.back}>
      <Button variant="quiet" icon="back" onClick={() => go('/promo-codes')}>
        {t('desk.promo.back')}
      </Button>
    </div>
  )
}
