import type { EmergencyAccess } from '@cuida/core/care/record/desk-record-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { formatWhen, formatWhenLong } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailHeader } from '../../kit/page/Detail.tsx'
import { sentenceProblem } from '../prescription/sentence-problem.ts'
import css from './RecordsPage.module.css'
import { useEmergencyAccesses, useReview } from './record-queries.ts'

/**
 * One emergency access with clinician, time and reason, and the manager's review. Managers do not see whose record it
 * was.
 */
export function EmergencyAccessDetail({ id }: { id: string }) {
  const { data } = useEmergencyAccesses()
  const emergencyAccess = data?.items.find((one) => one.id === id)
  if (!data) return <Skeleton lines={6} />
  if (!emergencyAccess) return <EmptyState title={t('desk.error.EMERGENCY_ACCESS_NOT_FOUND')} />
  const { by, openedAt, reason, isMine, reviewedAt } = emergencyAccess
  return (
    <div className={css.narrow}>
      <DetailHeader title={t('desk.records.openedBy', { name: by })} lead={formatWhenLong(openedAt)} />
      <Card sunken>
        <p className={css.text}>{reason}</p>
      </Card>
      {reviewedAt ? (
        <Reviewed emergencyAccess={emergencyAccess} />
      ) : isMine ? (
        <Alert tone="info" title={t('desk.records.ownOpening')} />
      ) : (
        <ReviewForm id={id} />
      )}
    </div>
  )
}

function Reviewed({
  emergencyAccess: { verdict, review, reviewedBy, reviewedAt },
}: {
  emergencyAccess: EmergencyAccess
}) {
  return (
    <div>
      <h3>{t(`desk.records.verdict.${verdict ?? 'open'}`)}</h3>
      <p className={css.text}>{review}</p>
      <p className={css.lead}>
        {t('care.record.by', { author: reviewedBy ?? '', when: formatWhen(reviewedAt ?? '') })}
      </p>
    </div>
  )
}

function ReviewForm({ id }: { id: string }) {
  const review = useReview(id)
  const form = useForm<{ verdict: 'justified' | 'not-justified' | ''; review: string }>({
    initial: { verdict: '', review: '' },
    check: (values) => ({ verdict: values.verdict ? undefined : 'REQUIRED', review: sentenceProblem(values.review) }),
    submit: async (values) => {
      if (!values.verdict) return
      await review.mutateAsync({ verdict: values.verdict, review: values.review.trim() })
      showToast(t('desk.records.reviewed'))
    },
    message: (field, code) => t(field === 'verdict' ? 'desk.records.review.verdict' : `desk.record.sentence.${code}`),
  })
  const options = (['justified', 'not-justified'] as const).map((value) => ({
    value,
    label: t(`desk.records.verdict.${value}`),
  }))
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary {...form.summary} />
      <RadioGroup label={t('desk.records.review.question')} options={options} {...form.field('verdict')} />
      <TextArea label={t('desk.records.review.text')} most={500} {...form.field('review')} />
      <Failure failure={form.failure} />
      <Button type="submit" variant="primary" icon="check" busy={form.busy}>
        {t('desk.records.review.save')}
      </Button>
    </form>
  )
}
