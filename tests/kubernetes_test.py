"""examples/cluster/kubernetes.yaml fits what Kubernetes takes, and its parts fit each other."""
import copy
import os
import unittest

import kubernetes_validate
import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
MANIFESTS = os.path.join(HERE, '..', 'examples', 'cluster', 'kubernetes.yaml')
VERSION = '1.37'


def read():
    with open(MANIFESTS, encoding='utf-8') as file:
        return list(yaml.safe_load_all(file))


def faults(manifest):
    """What Kubernetes would refuse in a manifest, members that it does not know too."""
    try:
        kubernetes_validate.validate(manifest, VERSION, strict=True)
    except kubernetes_validate.ValidationError as wrong:
        return wrong.message
    return None


class Kubernetes(unittest.TestCase):
    def test_manifests_fit(self):
        manifests = read()
        self.assertEqual(len(manifests), 5)
        for manifest in manifests:
            self.assertIsNone(faults(manifest), manifest['kind'])

    def test_mistakes_are_noticed(self):
        for manifest in read():
            with self.subTest(manifest['kind']):
                wrong = copy.deepcopy(manifest)
                wrong['spec']['selektor'] = {}
                self.assertTrue(faults(wrong))
                wrong = copy.deepcopy(manifest)
                wrong['metadata']['name'] = 1
                self.assertTrue(faults(wrong))

    def test_parts_fit_each_other(self):
        manifests = read()
        pods = next(it for it in manifests if it['kind'] == 'StatefulSet')
        labels = pods['spec']['template']['metadata']['labels']
        ports = {port['name'] for container in pods['spec']['template']['spec']['containers']
                 for port in container['ports']}
        services = {it['metadata']['name']: it for it in manifests if it['kind'] == 'Service'}
        self.assertIn(pods['spec']['serviceName'], services)
        for service in services.values():
            self.assertEqual(service['spec']['selector'], labels)
            self.assertLessEqual({port['targetPort'] for port in service['spec']['ports']}, ports)


if __name__ == '__main__':
    unittest.main()
