import { t } from '@cuida/ui/words/words.ts'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { DisputeDetail } from '../dispute/DisputeDetail.tsx'
import { SubscriptionDetail } from '../months/SubscriptionDetail.tsx'
import { TaskDetail } from '../reconciliation/TaskDetail.tsx'
import { OrderDetail } from './OrderDetail.tsx'
import type { MoneyList } from './OrdersList.tsx'

interface OrdersPlaceProps {
  list: MoneyList
  chosen: string | undefined
}

const DETAILS = { orders: OrderDetail, subscriptions: SubscriptionDetail, disputes: DisputeDetail, tasks: TaskDetail }

/** Beside the lists: the order, the subscription or the task that the address names. */
export function OrdersPlace({ list, chosen }: OrdersPlaceProps) {
  if (!chosen) return <PlaceEmpty title={t(`desk.${list}.choose`)}>{t(`desk.${list}.chooseText`)}</PlaceEmpty>
  const Detail = DETAILS[list]
  return (
    <PlaceDetail title={t(`desk.${list}.title`)} back={{ to: `/${list}`, label: t(`desk.${list}.back`) }}>
      <Detail key={chosen} id={chosen} />
    </PlaceDetail>
  )
}
