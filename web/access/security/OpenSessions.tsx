import { Button } from '@cuida/ui/Button/Button.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/FailureAlert.tsx'
import { useEndSession, useMySessions } from './security-queries.ts'

/** The account's sessions; each but this one can be ended from here. */
export function OpenSessions() {
  const { data, error } = useMySessions()
  const end = useEndSession()
  if (error) return <FailureAlert failure={error} />
  if (!data) return <Skeleton lines={3} />
  const close = (id: string) => end.mutate(id, { onSuccess: () => showToast(t('access.security.ended')) })
  return (
    <>
      <FailureAlert failure={end.error} />
      <List label={t('access.security.sessions')}>
        {data.items.map(({ id, device, lastSeenAt, current }) => {
          const name = device ?? t('access.security.unknownDevice')
          const busy = end.isPending && end.variables === id
          return (
            <ListRow
              key={id}
              title={name}
              detail={
                current
                  ? t('access.security.thisDevice')
                  : t('access.security.lastSeen', { when: momentWords(lastSeenAt) })
              }
              aside={
                current ? undefined : (
                  <Button
                    fit
                    busy={busy}
                    aria-label={t('access.security.endLabel', { device: name })}
                    onClick={() => close(id)}
                  >
                    {t('access.security.end')}
                  </Button>
                )
              }
            />
          )
        })}
      </List>
    </>
  )
}
