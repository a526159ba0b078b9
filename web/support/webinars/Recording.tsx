import type { PatientWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { VideoPlayer } from '@cuida/ui/VideoPlayer/VideoPlayer.tsx'
import { fileOf } from './WebinarPicture.tsx'

/**
 * The video of a past webinar: in the page if the clinic hosts it, else a link with a notice about the other host.
 */
export function Recording({ webinar: { title, image, recording } }: { webinar: PatientWebinar }) {
  const language = useLocale()
  if (!recording) return null
  const { url, captionsUrl } = recording
  if (!url.startsWith('/')) return <Elsewhere url={url} />
  return (
    <VideoPlayer
      title={title}
      src={fileOf(url)}
      poster={image ? fileOf(image.url) : undefined}
      captions={captionsUrl && fileOf(captionsUrl)}
      language={language}
    />
  )
}

/** Nothing of another host loads here: the patient opens it knowingly. */
function Elsewhere({ url }: { url: string }) {
  const { host } = new URL(url)
  return (
    <Alert
      tone="info"
      title={t('support.recording.elsewhere', { host })}
      action={
        <LinkButton href={url} icon="video" fit target="_blank" rel="noreferrer noopener">
          {t('support.recording.open', { host })}
        </LinkButton>
      }
    >
      {t('support.recording.elsewhereText', { host })}
    </Alert>
  )
}
