import { t } from '@cuida/ui/i18n/messages.ts'
import { Announcement } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useBookingState } from './cart-store.ts'
import css from './SavedMark.module.css'

/**
 * Shows whether the latest answers are saved. Only a failure is announced to screen readers: success would interrupt
 * every answer.
 */
export function SavedMark() {
  const { booking, unreachable } = useBookingState()
  if (!booking) return null
  const state = unreachable ? 'unsaved' : booking.unsaved ? 'saving' : 'saved'
  return (
    <>
      <p className={css.mark} data-state={state}>
        {t(`booking.${state}`)}
      </p>
      <Announcement>{unreachable && t('booking.unsaved')}</Announcement>
    </>
  )
}
