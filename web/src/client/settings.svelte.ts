// The settings for this device: theme, sound, notifications, single keys. Kept in the browser.

const STORE = 'expeditions';

export type Theme = 'auto' | 'light' | 'dark';

interface Choices {
  theme: Theme;
  /** When your turn starts. */
  sound: boolean;
  /** For cards and dice. */
  cardSounds: boolean;
  notices: boolean;
  keys: boolean;
  guided: string[];
}

const DEFAULTS: Choices = { theme: 'auto', sound: false, cardSounds: false, notices: false, keys: true, guided: [] };

function stored(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Choices>) };
  } catch {
    return DEFAULTS; // storage may be forbidden, or written by another version
  }
}

class Settings {
  choices = $state<Choices>(stored());

  change(changes: Partial<Choices>): void {
    Object.assign(this.choices, changes);
    try {
      localStorage.setItem(STORE, JSON.stringify(this.choices));
    } catch {
      // storage is forbidden: the settings last until the page is closed
    }
    this.apply();
  }

  apply(): void {
    const { theme } = this.choices;
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const settings = new Settings();
