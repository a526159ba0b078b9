import { type DeliveryState, outcomeOf } from '@cuida/core/notifications/delivery/delivery.ts'
import type { Tx } from '../../kit/db/db.ts'
import { queueSending } from '../notification-store.ts'

export interface MessageUpdate {
  reference: string
  notificationId: string
  channel: 'sms' | 'whatsapp'
  state: DeliveryState
  code?: number | undefined
}

export interface ChannelOutcome {
  accountId: string | null
  /** The state of the channel by all of its messages, and whether this update changed it. */
  outcome: 'sent' | 'refused'
  isTurned: boolean
}

/**
 * Saves the state of a message, as reported by the sender or the provider, in any order and number. Locks the
 * notification's row, so that concurrent reports run one after the other. undefined: the notification does not exist
 * (any more).
 */
export async function applyMessageUpdate(tx: Tx, update: MessageUpdate): Promise<ChannelOutcome | undefined> {
  const { reference, notificationId, channel, state, code = null } = update
  const [notification] = await tx<{ accountId: string | null; sent: string[]; refused: string[] }[]>`
    select account_id as "accountId", sent, refused from notification where id = ${notificationId} for update`
  if (!notification) return undefined
  await tx`
    insert into sent_message as m (reference, notification_id, channel, state, error_code)
    values (${reference}, ${notificationId}, ${channel}, ${state}, ${code})
    on conflict (reference) do update
      set state = excluded.state, error_code = excluded.error_code, changed_at = clock_timestamp()
      where delivery_rank(excluded.state) > delivery_rank(m.state)`
  const messages = await tx<{ state: DeliveryState }[]>`
    select state from sent_message where notification_id = ${notificationId} and channel = ${channel}`
  const outcome = outcomeOf(messages.map((message) => message.state))
  const isTurned = !notification[outcome].includes(channel)
  if (isTurned) await turn(tx, notificationId, channel, outcome)
  return { accountId: notification.accountId, outcome, isTurned }
}

async function turn(tx: Tx, id: string, channel: string, outcome: ChannelOutcome['outcome']): Promise<void> {
  const [into, out] = outcome === 'sent' ? [tx('sent'), tx('refused')] : [tx('refused'), tx('sent')]
  await tx`
    update notification set ${into} = array_append(${into}, ${channel}), ${out} = array_remove(${out}, ${channel})
    where id = ${id}`
}

/** Makes the notification due at once. If a worker is already sending it, that worker tries the next channel. */
export async function reopenNotification(tx: Tx, id: string): Promise<void> {
  await tx`
    with left_over as (
      update notification set done_at = null, due_at = clock_timestamp() where id = ${id} returning id, due_at)
    select ${queueSending(tx)} from left_over`
}
