import { USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import { getNotifications, type Notifications, putNotifications } from '@cuida/core/news/choice/notifications-api.ts'
import { api } from '../kit/api.ts'
import { useDeed } from '../kit/deeds.ts'

type Choice = Pick<Notifications, 'channels' | 'topics' | 'quiet'>

/** As it is chosen on the screen: the hours stay typed while nothing is quiet. */
export const draftOf = ({ channels, topics, quiet }: Choice) => ({
  channels,
  topics,
  isQuiet: quiet !== null,
  ...(quiet ?? USUAL_QUIET),
})

export const choiceOf = ({ channels, topics, isQuiet, from, until }: ReturnType<typeof draftOf>): Choice => ({
  channels,
  topics,
  quiet: isQuiet ? { from, until } : null,
})

/** On this person's own clock, which is the device's. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const useSaveNotifications = () =>
  useDeed((choice: Choice) => api(putNotifications, { ...choice, timeZone: ownTimeZone() }), {
    keep: (now, keeper) => keeper(getNotifications, {}, now),
  })
