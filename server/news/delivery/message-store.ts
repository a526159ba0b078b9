import { type DeliveryState, outcomeOf } from '@cuida/core/news/delivery/delivery.ts'
import type { Tx } from '../../kit/db/db.ts'
import { telling } from '../news-store.ts'

export interface MessageFact {
  reference: string
  newsId: string
  way: 'sms' | 'whatsapp'
  state: DeliveryState
  code?: number | undefined
}

export interface Noted {
  accountId: string
  /** How the way stands by all that is known, and whether it stood otherwise before. */
  outcome: 'sent' | 'refused'
  isTurned: boolean
}

/**
 * Writes down what is known of a message: by who sent it, and by the vendor, in whichever order and however often. The row
 * of the news is held meanwhile, so that two who hear it at once hear it one after the other. undefined: no such news (any more).
 */
export async function noteMessage(tx: Tx, fact: MessageFact): Promise<Noted | undefined> {
  const { reference, newsId, way, state, code = null } = fact
  const [news] = await tx<{ accountId: string; sent: string[]; refused: string[] }[]>`
    select account_id as "accountId", sent, refused from news where id = ${newsId} for update`
  if (!news) return undefined
  await tx`
    insert into sent_message as m (reference, news_id, way, state, error_code)
    values (${reference}, ${newsId}, ${way}, ${state}, ${code})
    on conflict (reference) do update
      set state = excluded.state, error_code = excluded.error_code, changed_at = clock_timestamp()
      where delivery_rank(excluded.state) > delivery_rank(m.state)`
  const messages = await tx<{ state: DeliveryState }[]>`
    select state from sent_message where news_id = ${newsId} and way = ${way}`
  const outcome = outcomeOf(messages.map((message) => message.state))
  const isTurned = !news[outcome].includes(way)
  if (isTurned) await turn(tx, newsId, way, outcome)
  return { accountId: news.accountId, outcome, isTurned }
}

async function turn(tx: Tx, newsId: string, way: string, outcome: Noted['outcome']): Promise<void> {
  const [into, out] = outcome === 'sent' ? [tx('sent'), tx('refused')] : [tx('refused'), tx('sent')]
  await tx`
    update news set ${into} = array_append(${into}, ${way}), ${out} = array_remove(${out}, ${way}) where id = ${newsId}`
}

/** It goes on at once. Whoever is at it just now goes on by themselves. */
export async function reopenNews(tx: Tx, newsId: string): Promise<void> {
  await tx`
    with told as (
      update news set done_at = null, due_at = clock_timestamp() where id = ${newsId} returning id, due_at)
    select ${telling(tx)} from told`
}
