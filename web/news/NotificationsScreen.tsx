import { getNotifications, type Notifications } from '@cuida/core/news/choice/notifications-api.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import css from '../profile/account/ProfileScreen.module.css'
import { NotificationsForm } from './NotificationsForm.tsx'
import { PushSection } from './PushSection.tsx'

/** By which ways we write to somebody, of what, and when not. */
export function NotificationsScreen() {
  const { data, isError, error, refetch } = useQuery<Notifications>({
    queryKey: ['notifications'],
    queryFn: () => api(getNotifications, {}),
    // What is being typed here must not be asked for anew.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  return (
    <Screen title={t('profile.notifications.title')} lead={t('profile.notifications.lead')}>
      {isError && !data && <ErrorState failure={error} onAction={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={8} />}
      {data && (
        <div className={css.sections}>
          <NotificationsForm notifications={data} />
          {data.offered.includes('push') && <PushSection {...data} />}
        </div>
      )}
    </Screen>
  )
}
