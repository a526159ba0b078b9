import { getNotifications } from '@cuida/core/news/choice/notifications-api.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useRead } from '../kit/reads.ts'
import css from '../profile/account/ProfileScreen.module.css'
import { NotificationsForm } from './NotificationsForm.tsx'
import { PushSection } from './PushSection.tsx'

/** By which ways we write to somebody, of what, and when not. */
export function NotificationsScreen() {
  // What is being typed here must not be asked for anew.
  const kept = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const
  const notifications = useRead(getNotifications, {}, kept)
  return (
    <Screen title={t('profile.notifications.title')} lead={t('profile.notifications.lead')}>
      <Loaded of={notifications} lines={8}>
        {(data) => (
          <div className={css.sections}>
            <NotificationsForm notifications={data} />
            {data.offered.includes('push') && <PushSection {...data} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}
