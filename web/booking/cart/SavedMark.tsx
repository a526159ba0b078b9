import { t } from '@cuida/ui/i18n/messages.ts'
import { Announcement } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useBookingState } from './cart-store.ts'
import css from './SavedMark.module.css'

/** Whether what was just answered is safe. Only trouble is said aloud: it would interrupt every answer otherwise. */
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
