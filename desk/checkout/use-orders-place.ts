import { useRoute } from 'wouter'
import { useMayManage } from '../people/use-people-place.ts'

/** Whether this is the place for money, which of its two lists is open, and what the address names. */
export function useOrdersPlace(): { isHere: boolean; list: 'orders' | 'tasks'; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isOrders] = useRoute('/orders/*?')
  const [isTasks] = useRoute('/tasks/*?')
  const [, order] = useRoute('/orders/:id')
  const [, task] = useRoute('/tasks/:id')
  const isHere = mayManage && (isOrders || isTasks)
  return { isHere, list: isTasks ? 'tasks' : 'orders', chosen: isHere ? (order ?? task)?.id : undefined }
}
