import type { MoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { Link } from 'wouter'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { PageForm } from '../../kit/page/PageForm.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { formatSum, providerName, taskTitle } from '../order/order-messages.ts'
import { useMoneyTasks, useResolveTask } from '../order/order-queries.ts'

/** A reconciliation difference: our books, the provider's, and the manager's findings. */
export function TaskDetail({ id }: { id: string }) {
  const open = useMoneyTasks('open')
  const resolved = useMoneyTasks('resolved')
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
      <DetailHeader chip={chipOf(isOpen)} title={taskTitle(task)}>
        <p>{t(`desk.tasks.text.${task.kind}`)}</p>
        <Facts of={factsOf(task)} term={(name) => t(`desk.tasks.fact.${name}`)} />
      </DetailHeader>
      {isOpen && <Resolve task={task} />}
    </>
  )
}

const chipOf = (isOpen: boolean) =>
  isOpen
    ? ({ text: t('desk.tasks.one.open'), tone: 'warning', icon: 'warning' } as const)
    : ({ text: t('desk.tasks.one.resolved'), tone: 'success', icon: 'check' } as const)

function factsOf(task: MoneyTask): Fact[] {
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
  return [
    ['order', orderId && <Link href={`/orders/${orderId}`}>{t('desk.tasks.openOrder')}</Link>],
    [
      'subscription',
      subscriptionId && <Link href={`/subscriptions/${subscriptionId}`}>{t('desk.tasks.openSubscription')}</Link>,
    ],
    ['detail', task.detail],
    ['ours', formatSum(ours, currency)],
    ['theirs', !task.kind.startsWith('INVOICE') && formatSum(theirs, currency)],
    ['payment', [providerName(provider), providerPaymentId].filter(Boolean).join(' ')],
    ['found', formatWhenLong(task.foundAt)],
    ['resolved', resolvedBy && resolvedAt && `${resolvedBy}, ${formatWhenLong(resolvedAt)}`],
    ['reason', reason],
  ]
}

function Resolve({ task }: { task: MoneyTask }) {
  const resolve = useResolveTask(task.id)
  const form = useForm({
    initial: { reason: '', again: false },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: async ({ reason, again }) => {
      await resolve.mutateAsync({ reason: reason.trim(), again })
      showToast(t(again ? 'desk.tasks.doneAgain' : 'desk.tasks.done'))
    },
    message: (_, problem) => t(`desk.orders.reason.${problem}`),
  })
  const { field, set, failure, busy } = form
  return (
    <PageForm form={form}>
      <TextArea label={t('desk.tasks.reason')} hint={t('desk.tasks.reasonHint')} most={500} {...field('reason')} />
      <Failure failure={failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit busy={busy} onClick={() => set('again', false)}>
          {t('desk.tasks.resolve')}
        </Button>
        {task.kind === 'INVOICE_REFUSED' && (
          <Button type="submit" fit icon="refresh" busy={busy} onClick={() => set('again', true)}>
            {t('desk.tasks.again')}
          </Button>
        )}
      </DetailActions>
    </PageForm>
  )
}
