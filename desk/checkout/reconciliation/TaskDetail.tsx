import type { MoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { fullWords } from '../../kit/times.ts'
import css from '../order/OrderDetail.module.css'
import { useMoneyTasks, useResolveTask } from '../order/order-queries.ts'
import { providerName, sumWords, taskTitle } from '../order/order-words.ts'
import form from '../promo/PromoPlace.module.css'

/** What differs, what our books and the provider's say, and what somebody found out. */
export function TaskDetail({ id }: { id: string }) {
  const [open, resolved] = [useMoneyTasks('open'), useMoneyTasks('resolved')]
  const all = [open, resolved].flatMap(({ data }) => data?.items ?? [])
  const task = all.find((each) => each.id === id)
  if (task) return <Known task={task} />
  if (open.isPending || resolved.isPending) return <Skeleton lines={8} />
  return <EmptyState title={t('desk.error.TASK_NOT_FOUND')} />
}

function Known({ task }: { task: MoneyTask }) {
  const isOpen = task.resolvedAt === null
  return (
    <>
      <header className={css.header}>
        <StatusChip tone={isOpen ? 'warning' : 'success'} icon={isOpen ? 'warning' : 'check'}>
          {t(`desk.tasks.one.${isOpen ? 'open' : 'resolved'}`)}
        </StatusChip>
        <h2 className={css.title}>{taskTitle(task)}</h2>
        <p>{t(`desk.tasks.text.${task.kind}`)}</p>
        <dl className={css.facts}>
          {factsOf(task).map(([name, fact]) => (
            <div key={name}>
              <dt>{t(`desk.tasks.fact.${name}`)}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </header>
      {isOpen && <Resolve task={task} />}
    </>
  )
}

function factsOf(task: MoneyTask): [name: string, fact: ReactNode][] {
  const {
    orderId,
    subscriptionId,
    ours,
    theirs,
    currency,
    provider,
    providerPaymentId,
    resolvedBy,
    resolvedAt,
    reason,
  } = task
  const facts: [string, ReactNode][] = [
    ['order', orderId && <Link href={`/orders/${orderId}`}>{t('desk.tasks.openOrder')}</Link>],
    [
      'subscription',
      subscriptionId && <Link href={`/subscriptions/${subscriptionId}`}>{t('desk.tasks.openSubscription')}</Link>,
    ],
    ['detail', task.detail],
    ['ours', sumWords(ours, currency)],
    ['theirs', !task.kind.startsWith('INVOICE') && sumWords(theirs, currency)],
    ['payment', [providerName(provider), providerPaymentId].filter(Boolean).join(' ')],
    ['found', fullWords(task.foundAt)],
    ['resolved', resolvedBy && resolvedAt && `${resolvedBy}, ${fullWords(resolvedAt)}`],
    ['reason', reason],
  ]
  return facts.filter(([, fact]) => fact)
}

function Resolve({ task }: { task: MoneyTask }) {
  const resolve = useResolveTask(task.id)
  const { field, set, props, failure, busy } = useForm({
    initial: { reason: '', again: false },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: async ({ reason, again }) => {
      await resolve.mutateAsync({ reason: reason.trim(), again })
      showToast(t(again ? 'desk.tasks.doneAgain' : 'desk.tasks.done'))
    },
    words: (_, problem) => t(`desk.orders.reason.${problem}`),
  })
  return (
    <form className={form.form} {...props}>
      <TextArea label={t('desk.tasks.reason')} hint={t('desk.tasks.reasonHint')} most={500} {...field('reason')} />
      <Failure failure={failure} />
      <div className={css.acts}>
        <Button type="submit" variant="primary" fit busy={busy} onClick={() => set('again', false)}>
          {t('desk.tasks.resolve')}
        </Button>
        {task.kind === 'INVOICE_REFUSED' && (
          <Button type="submit" fit icon="refresh" busy={busy} onClick={() => set('again', true)}>
            {t('desk.tasks.again')}
          </Button>
        )}
      </div>
    </form>
  )
}
