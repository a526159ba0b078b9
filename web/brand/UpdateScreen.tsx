import { openFirst, updateLinks } from '@cuida/core/brand/app-version.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { Brand } from '../kit/frame/Brand.tsx'

/** An installed native app, as its platform describes it. */
export interface InstalledApp {
  os: 'ios' | 'android'
  id: string
  version: string
  /** The app's page in its store. */
  storePage?: string | undefined
  /** Opens a URL outside the app; false when nothing on the phone opens it. */
  open: (address: string) => Promise<boolean>
}

/** A2.45, on both systems: the partner's link, else the app's page in the store, else the store. */
export function UpdateScreen({ app }: { app: InstalledApp }) {
  const { partnerConfig } = usePartner()
  const links = updateLinks(app, partnerConfig.appStoreItmsAppsUrl)
  return (
    <main className="overlay">
      <Brand />
      <h1>{t('brand.update.title')}</h1>
      <p>{t('brand.update.text')}</p>
      <Button variant="primary" onClick={() => void openFirst(links, app.open)}>
        {t('brand.update.button')}
      </Button>
    </main>
  )
}
