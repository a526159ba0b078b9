import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { usePartner } from '../../kit/partner.ts'
import { PlaceList } from '../../kit/place/Place.tsx'
import { DisputeLines } from '../dispute/DisputeLines.tsx'
import { useDisputes } from '../dispute/dispute-queries.ts'
import { SubscriptionLines } from '../months/SubscriptionLines.tsx'
import { TaskLines } from '../reconciliation/TaskLines.tsx'
import { OrderLines } from './OrderLines.tsx'
import { useMoneyTasks } from './order-queries.ts'

const LINES = { orders: OrderLines, subscriptions: SubscriptionLines, disputes: DisputeLines, tasks: TaskLines }

export type MoneyList = 'orders' | 'subscriptions' | 'disputes' | 'tasks'

/** Everything that was ordered, what is charged month by month, and what a person must look at, side by side. */
export function OrdersList({ list, chosen }: { list: MoneyList; chosen: string | undefined }) {
  const go = useLocation()[1]
  const partner = usePartner()
  const title = t(`desk.${list}.title`)
  const { data: open } = useMoneyTasks('open')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const { data: undecided } = useDisputes('undecided')
  const Lines = LINES[list]
  return (
    <PlaceList title={title} heading={t('desk.orders.place')}>
      <Tabs
        label={t('desk.orders.place')}
        tabs={[
          { id: 'orders', label: t('desk.orders.title') },
          { id: 'subscriptions', label: t('desk.subscriptions.tab') },
          { id: 'disputes', label: t('desk.disputes.tab'), count: undecided?.items.length },
          { id: 'tasks', label: t('desk.tasks.title'), count: open?.items.length },
        ]}
        value={list}
        onChange={(next) => go(`/${next}`)}
      >
        <Lines chosen={chosen} />
      </Tabs>
    </PlaceList>
  )
}
