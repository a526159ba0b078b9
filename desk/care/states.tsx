import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { Devices } from './call/Devices.tsx'
import css from './queue/DeskScreen.module.css'

export function NothingChosen() {
  return (
    <div className={css.empty}>
      <EmptyState
        title={t('desk.detail.choose')}
        action={
          <span>
            <Devices />
          </span>
        }
      >
        {t('desk.detail.chooseText')}
      </EmptyState>
    </div>
  )
}

/** Taken by somebody else, cancelled, or never ours: which of them, the server does not tell. */
export function Gone() {
  const [, go] = useLocation()
  return (
    <div className={css.empty}>
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
