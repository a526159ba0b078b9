import { POLL } from '@cuida/core/kit/polling.ts'
import { DEFAULT_QUIET_HOURS } from '@cuida/core/notifications/choice/notifications.ts'
import {
  getStaffNotificationSettings,
  listStaffNotifications,
  putStaffNotificationSettings,
  type StaffNotificationSettings,
} from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/change-events.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

const NOTIFICATIONS = [listStaffNotifications]

/**
 * Change events refetch sooner than the timer. Polling goes on in a hidden tab, because staff away from the tab need
 * it most.
 */
export function useStaffNotifications() {
  useChangeEvents(NOTIFICATIONS)
  return useQuery(listStaffNotifications, {}, { every: POLL.every15s, inBackground: true }).data?.items
}

export const useNotificationSettings = () => useQuery(getStaffNotificationSettings)

type Choice = Pick<StaffNotificationSettings, 'channels' | 'topics' | 'quiet'>

/** The form values: quiet hours keep their times while they are switched off. */
export const draftOf = ({ channels, topics, quiet }: Choice) => ({
  channels,
  topics,
  isQuiet: quiet !== null,
  ...(quiet ?? DEFAULT_QUIET_HOURS),
})

export const choiceOf = ({ channels, topics, isQuiet, from, until }: ReturnType<typeof draftOf>): Choice => ({
  channels,
  topics,
  quiet: isQuiet ? { from, until } : null,
})

export const useSaveNotificationSettings = () =>
  useMutation((choice: Choice) => api(putStaffNotificationSettings, choice), {
    keep: (now, keeper) => keeper(getStaffNotificationSettings, {}, now),
  })
