import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { OrderDetail } from './OrderDetail.tsx'
import css from './PromoPlace.module.css'
import { SubscriptionDetail } from './SubscriptionDetail.tsx'
import { TaskDetail } from './TaskDetail.tsx'
import type { MoneyList } from './use-orders-place.ts'

interface OrdersPlaceProps {
  list: MoneyList
  chosen: string | undefined
}

const DETAILS = { orders: OrderDetail, subscriptions: SubscriptionDetail, tasks: TaskDetail }

/** Beside the lists: the order, the subscription or the task that the address names. */
export function OrdersPlace({ list, chosen }: OrdersPlaceProps) {
  const [, go] = useLocation()
  if (!chosen)
    return (
      <div className={css.empty}>
        <EmptyState title={t(`desk.${list}.choose`)}>{t(`desk.${list}.chooseText`)}</EmptyState>
      </div>
    )
  const Detail = DETAILS[list]
  return (
    <section className={css.detail} aria-label={t(`desk.${list}.title`)}>
      <div className={css.back}>
        <Button variant="quiet" icon="back" onClick={() => go(`/${list}`)}>
          {t(`desk.${list}.back`)}
        </Button>
      </div>
      <Detail key={chosen} id={chosen} />
    </section>
  )
}
