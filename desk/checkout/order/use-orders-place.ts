import { useRoute } from 'wouter'
import { useMayManage } from '../../kit/session.ts'

export type MoneyList = 'orders' | 'subscriptions' | 'disputes' | 'tasks'

/** Whether this is the place for money, which of its lists is open, and what the address names. */
export function useOrdersPlace(): { isHere: boolean; list: MoneyList; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isOrders] = useRoute('/orders/*?')
  const [isSubscriptions] = useRoute('/subscriptions/*?')
  const [isDisputes] = useRoute('/disputes/*?')
  const [isTasks] = useRoute('/tasks/*?')
  const [, named] = useRoute<{ id: string }>(/^\/(?:orders|subscriptions|disputes|tasks)\/(?<id>[^/]+)$/)
  const isHere = mayManage && (isOrders || isSubscriptions || isDisputes || isTasks)
  const list = isTasks ? 'tasks' : isDisputes ? 'disputes' : isSubscriptions ? 'subscriptions' : 'orders'
  return { isHere, list, chosen: isHere ? named?.id : undefined }
}
