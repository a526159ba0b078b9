import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { OrderDetail } from './OrderDetail.tsx'
import css from './PromoPlace.module.css'
import { TaskDetail } from './TaskDetail.tsx'

interface OrdersPlaceProps {
  list: 'orders' | 'tasks'
  chosen: string | undefined
}

/** Beside the lists: the order, or the task, that the address names. */
export function OrdersPlace({ list, chosen }: OrdersPlaceProps) {
  const [, go] = useLocation()
  if (!chosen)
    return (
      <div className={css.empty}>
        <EmptyState title={t(`desk.${list}.choose`)}>{t(`desk.${list}.chooseText`)}</EmptyState>
      </div>
    )
  return (
    <section className={css.detail} aria-label={t(`desk.${list}.title`)}>
      <div className={css.back}>
        <Button variant="quiet" icon="back" onClick={() => go(`/${list}`)}>
          {t(`desk.${list}.back`)}
        </Button>
      </div>
      {list === 'orders' ? <OrderDetail key={chosen} id={chosen} /> : <TaskDetail key={chosen} id={chosen} />}
    </section>
  )
}
