import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Rating } from '@cuida/core/care/rating/rating.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { combinedKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { FieldGroup } from '@cuida/ui/Field/Field.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from './RatingForm.module.css'

const STARS = [1, 2, 3, 4, 5] as const

/** Rates a consultation; an existing rating is shown and can be changed. */
export function RatingForm({ consultationId, rating }: { consultationId: string; rating: Rating | null }) {
  const [isOpen, setOpen] = useState(rating === null)
  return (
    <Section title={t('care.rating.title')}>
      {rating && !isOpen ? (
        <Said rating={rating} onChange={() => setOpen(true)} />
      ) : (
        <Asked consultationId={consultationId} rating={rating} onSaid={() => setOpen(false)} />
      )}
    </Section>
  )
}

function Said({ rating, onChange }: { rating: Rating; onChange: () => void }) {
  return (
    <div className={css.said} role="status">
      <p>{t('care.rating.thanks', { mark: t(`care.rating.mark.${rating.stars}`) })}</p>
      {rating.comment && <p className={css.comment}>{rating.comment}</p>}
      <Button variant="quiet" onClick={onChange}>
        {t('care.rating.change')}
      </Button>
    </div>
  )
}

interface AskedProps {
  consultationId: string
  rating: Rating | null
  onSaid: () => void
}

function Asked({ consultationId, rating, onSaid }: AskedProps) {
  const queries = useQueryClient()
  const { maximumLengthAllowed: most } = usePartner()
  const form = useForm<{ stars: Rating['stars'] | undefined; comment: string }>({
    initial: { stars: rating?.stars, comment: rating?.comment ?? '' },
    check: ({ stars, comment }) => ({
      stars: stars ? undefined : 'REQUIRED',
      comment: lengthProblem(comment, 0, most),
    }),
    submit: async ({ stars, comment }) => {
      if (!stars) return
      await saveRating(consultationId, stars, comment)
      await invalidateQueries(queries, [combinedKey(getConsultation, { id: consultationId })])
      onSaid()
    },
    message: (field) => t(`care.rating.${field}.wrong`, { most }),
  })
  const { id, name, value, onChange, error } = form.field('stars')
  return (
    <form {...form.props} className={css.form}>
      <FailureAlert failure={form.failure} />
      <FieldGroup label={t('care.rating.label')} role="radiogroup" error={error}>
        <div className={css.scale}>
          {STARS.map((stars) => (
            <label key={stars} className={css.mark}>
              <input
                type="radio"
                id={stars === 1 ? id : undefined}
                name={name}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-label={t(`care.rating.mark.${stars}`)}
              />
              <span aria-hidden="true">{stars}</span>
            </label>
          ))}
        </div>
        <p className={css.ends} aria-hidden="true">
          <span>{t('care.rating.mark.1')}</span>
          <span>{t('care.rating.mark.5')}</span>
        </p>
      </FieldGroup>
      <TextArea
        label={t('care.rating.comment')}
        hint={t('care.rating.commentHint')}
        optional
        most={most}
        rows={3}
        {...form.field('comment')}
      />
      <Button type="submit" busy={form.busy}>
        {t('care.rating.send')}
      </Button>
    </form>
  )
}

/** Saves a rating; an empty comment is sent as null. */
export const saveRating = (consultationId: string, stars: Rating['stars'], comment: string) =>
  api(rateConsultation, { id: consultationId, stars, comment: comment.trim() || null })
