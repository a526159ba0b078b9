import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useLocation } from 'wouter'
import css from '../DeskScreen.module.css'
import { useFocusOnArrival } from '../kit/page/focus.ts'
import { PageHeading } from '../kit/page/PageList.tsx'
import { Devices } from './call/Devices.tsx'

export function DetailEmpty() {
  return (
    <div className={css.empty}>
      <EmptyState
        title={t('desk.detail.choose')}
        action={
          <div className={css.centred}>
            <Devices />
          </div>
        }
      >
        {t('desk.detail.chooseText')}
      </EmptyState>
    </div>
  )
}

/**
 * A consultation that a colleague took, that is cancelled, or that is not the user's: the server does not say which.
 */
export function ConsultationGone() {
  const go = useLocation()[1]
  const containerRef = useFocusOnArrival<HTMLDivElement>()
  return (
    <div className={css.empty} ref={containerRef} tabIndex={-1}>
      <PageHeading>{t('desk.detail.patient')}</PageHeading>
      <EmptyState
        title={t('desk.detail.gone')}
        action={
          <Button icon="back" onClick={() => go('/')}>
            {t('desk.detail.toQueue')}
          </Button>
        }
      />
    </div>
  )
}
