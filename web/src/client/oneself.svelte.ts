// The person using this browser, as the server knows them: name, face, games.

import { api, type Changes, type Person } from './api';

const STRANGER: Person = { name: null, face: null, language: null, tables: [], results: [] };

class Oneself {
  me = $state.raw<Person>(STRANGER);

  async load(): Promise<void> {
    this.me = await api.me();
  }

  async change(changes: Changes): Promise<void> {
    this.me = await api.change(changes);
  }

  async forget(): Promise<void> {
    await api.forget();
    this.me = STRANGER;
  }
}

export const oneself = new Oneself();
